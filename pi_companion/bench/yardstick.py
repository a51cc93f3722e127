"""A network of the size of YOLO-nano at 640 pixels, to time beside ours: built here, as ONNX, with random weights.

Its layout follows the published table of YOLOv8n (five halvings, bottlenecks of 1, 2, 2, 1, a neck over three scales
and heads of 64 + 80 channels): 3.2 million weights and 8.7 thousand million operations a picture. What it says means
nothing; only its cost is of interest.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from pi_companion.vision.arrays import Floats

SIDE_PX = 640
_IR_VERSION, _OPSET = 7, 11
_FLOAT, _INT_ATTRIBUTE, _INTS_ATTRIBUTE, _TEXT_ATTRIBUTE = 1, 2, 7, 3
_VARINT, _LENGTH = 0, 2
_LOW_BITS = 0x7F
_SCALE = 0.05


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > _LOW_BITS:
        out.append(value & _LOW_BITS | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(tag: int, value: int) -> bytes:
    """One integer field of a protobuf message."""
    return _varint(tag << 3 | _VARINT) + _varint(value)


def _block(tag: int, content: bytes | str) -> bytes:
    """One text, bytes or message field of a protobuf message."""
    raw = content.encode() if isinstance(content, str) else content
    return _varint(tag << 3 | _LENGTH) + _varint(len(raw)) + raw


def _attribute(name: str, value: int | str | tuple[int, ...]) -> bytes:
    match value:
        case int():
            return _block(1, name) + _number(3, value) + _number(20, _INT_ATTRIBUTE)
        case str():
            return _block(1, name) + _block(4, value) + _number(20, _TEXT_ATTRIBUTE)
        case _:
            return _block(1, name) + b"".join(_number(8, one) for one in value) + _number(20, _INTS_ATTRIBUTE)


def _tensor_type(name: str, shape: tuple[int, ...]) -> bytes:
    dims = b"".join(_block(1, _number(1, side)) for side in shape)
    return _block(1, name) + _block(2, _block(1, _number(1, _FLOAT) + _block(2, dims)))


@dataclass(slots=True)
class _Graph:
    """An ONNX graph in the making."""

    rng: np.random.Generator
    nodes: list[bytes] = field(default_factory=list)
    tensors: list[bytes] = field(default_factory=list)
    weights: int = 0
    multiplications: int = 0
    sides: dict[str, int] = field(default_factory=dict)
    """Width of each map in cells."""

    def node(self, kind: str, inputs: list[str], **attributes: int | str | tuple[int, ...]) -> str:
        """Add an operator; returns the name of its result."""
        name = f"n{len(self.nodes)}"
        parts = [_block(1, one) for one in inputs] + [_block(2, name), _block(3, name), _block(4, kind)]
        parts += [_block(5, _attribute(key, value)) for key, value in attributes.items()]
        self.nodes.append(b"".join(parts))
        self.sides[name] = self.sides[inputs[0]]
        return name

    def tensor(self, values: Floats) -> str:
        """Add constant numbers."""
        name = f"t{len(self.tensors)}"
        dims = b"".join(_number(1, side) for side in values.shape)
        self.tensors.append(dims + _number(2, _FLOAT) + _block(8, name) + _block(9, values.astype("<f4").tobytes()))
        return name

    def conv(self, source: str, inputs: int, outputs: int, side: int = 3, stride: int = 1) -> str:
        """Convolution and SiLU."""
        weight = self.tensor(self.rng.normal(0, _SCALE, (outputs, inputs, side, side)).astype(np.float32))
        bias = self.tensor(np.zeros(outputs, np.float32))
        pad = side // 2
        made = self.node(
            "Conv",
            [source, weight, bias],
            kernel_shape=(side, side),
            strides=(stride, stride),
            pads=(pad, pad, pad, pad),
        )
        self.sides[made] = self.sides[source] // stride
        self.weights += outputs * (inputs * side * side + 1)
        self.multiplications += self.sides[made] ** 2 * outputs * inputs * side * side
        gate = self.node("Sigmoid", [made])
        return self.node("Mul", [made, gate])

    def join(self, *sources: str) -> str:
        """Maps beside one another as channels."""
        return self.node("Concat", list(sources), axis=1)

    def twice(self, source: str) -> str:
        """A map at twice its size."""
        scales = self.tensor(np.array([1, 1, 2, 2], np.float32))
        made = self.node(
            "Resize",
            [source, "", scales],
            mode="nearest",
            nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )
        self.sides[made] = self.sides[source] * 2
        return made

    def bottlenecks(self, source: str, inputs: int, outputs: int, number: int, *, add: bool) -> str:
        """Two halves, one through `number` bottlenecks, all joined."""
        half = outputs // 2
        parts = [self.conv(source, inputs, half, 1), self.conv(source, inputs, half, 1)]
        for _ in range(number):
            through = self.conv(self.conv(parts[-1], half, half), half, half)
            parts.append(self.node("Add", [parts[-1], through]) if add else through)
        return self.conv(self.join(*parts), half * (number + 2), outputs, 1)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The network, ready to run."""

    net: cv2.dnn.Net
    weights: int
    multiplications: int
    """For one picture."""

    def run(self, picture: Floats) -> None:
        """One pass over a picture (1, 3, 640, 640)."""
        self.net.setInput(picture)
        self.net.forward()


def build(seed: int = 1) -> Yardstick:
    """Build the network."""
    graph = _Graph(np.random.default_rng(seed), sides={"pictures": SIDE_PX})
    one = graph.conv("pictures", 3, 16, stride=2)
    two = graph.bottlenecks(graph.conv(one, 16, 32, stride=2), 32, 32, 1, add=True)
    three = graph.bottlenecks(graph.conv(two, 32, 64, stride=2), 64, 64, 2, add=True)
    four = graph.bottlenecks(graph.conv(three, 64, 128, stride=2), 128, 128, 2, add=True)
    five = graph.bottlenecks(graph.conv(four, 128, 256, stride=2), 256, 256, 1, add=True)
    middle = graph.bottlenecks(graph.join(graph.twice(five), four), 384, 128, 1, add=False)
    fine = graph.bottlenecks(graph.join(graph.twice(middle), three), 192, 64, 1, add=False)
    mid = graph.bottlenecks(graph.join(graph.conv(fine, 64, 64, stride=2), middle), 192, 128, 1, add=False)
    coarse = graph.bottlenecks(graph.join(graph.conv(mid, 128, 128, stride=2), five), 384, 256, 1, add=False)
    heads = []
    for source, channels in ((fine, 64), (mid, 128), (coarse, 256)):
        boxes = graph.conv(graph.conv(graph.conv(source, channels, 64), 64, 64), 64, 64, 1)
        classes = graph.conv(graph.conv(graph.conv(source, channels, 80), 80, 80), 80, 80, 1)
        heads.append((graph.join(boxes, classes), graph.sides[source]))
    flat = [graph.node("Flatten", [source], axis=1) for source, _ in heads]
    out = graph.join(*flat)
    total = sum(144 * side * side for _, side in heads)
    content = b"".join(_block(1, node) for node in graph.nodes) + _block(2, "yardstick")
    content += b"".join(_block(5, tensor) for tensor in graph.tensors)
    content += _block(11, _tensor_type("pictures", (1, 3, SIDE_PX, SIDE_PX))) + _block(
        12, _tensor_type(out, (1, total))
    )
    model = _number(1, _IR_VERSION) + _block(7, content) + _block(8, _number(2, _OPSET))
    net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
    return Yardstick(net, graph.weights, graph.multiplications)
