"""The networks, small enough for a Pi: plain convolutions that OpenCV's `dnn` runs from 4.6 on."""

import torch
from torch import Tensor, nn

from pi_companion.vision.nets import BAR_COUNTS, CUBE_CLASSES, DIE_CLASSES, HEATS, POINT_CLASSES


def conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """3 by 3 convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def head(inputs: int, size: tuple[int, int], hidden: int, outputs: int) -> nn.Sequential:
    """Dense head over a whole map of `size` (height, width), written as convolutions."""
    return nn.Sequential(
        nn.Dropout(0.1),
        nn.Conv2d(inputs, hidden, size),
        nn.ReLU(inplace=True),
        nn.Dropout(0.1),
        nn.Conv2d(hidden, outputs, 1),
    )


class PointNet(nn.Module):
    """A strip (5, 176, 48) to the logits of 31 counts, index 15 + signed count (White positive)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(5, 16, 2), conv(16, 32, 2), conv(32, 32), conv(32, 48, 2), conv(48, 48), conv(48, 64, 2), conv(64, 64)
        )
        self.head = head(64, (11, 3), 96, POINT_CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x)).flatten(1)


class BarNet(nn.Module):
    """The bar (5, 352, 64) to the logits of White's count and Black's count on it, 2 by `BAR_COUNTS`."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(5, 16, 2),
            conv(16, 24, 2),
            conv(24, 32, 2),
            conv(32, 48),
            conv(48, 48, 2),
            conv(48, 64),
            conv(64, 32, 2),
        )
        self.head = head(32, (11, 2), 96, 2 * BAR_COUNTS)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x)).flatten(1)


class BoardNet(nn.Module):
    """The canonical view (3, 352, 560) to heat maps at a quarter of its scale, (`HEATS`, 88, 140)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 16))
        self.body = nn.Sequential(
            conv(16, 32, 2),
            conv(32, 32),
            conv(32, 32, dilation=2),
            conv(32, 32, dilation=4),
            conv(32, 32, dilation=8),
            conv(32, 32),
        )
        self.out = nn.Conv2d(32, HEATS, 1)
        nn.init.constant_(self.out.bias, -3.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.body(self.stem(x)))  # type: ignore[no-any-return]


class DieNet(nn.Module):
    """A patch (3, 40, 40) round a die to the logits of six faces, cocked, and no die."""

    def __init__(self, outputs: int = DIE_CLASSES, size: int = 40) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24), conv(24, 32, 2), conv(32, 48), conv(48, 64, 2), conv(64, 64), conv(64, 64, 2)
        )
        self.head = head(64, (size // 8, size // 8), 64, outputs)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x)).flatten(1)


class CubeNet(DieNet):
    """A patch (3, 56, 56) round the cube to the logits of its values and of no cube."""

    def __init__(self) -> None:
        super().__init__(CUBE_CLASSES, 56)


class DieCentreNet(DieNet):
    """A patch (3, 40, 40) near a die to where the middle of its top face is from the patch's middle, in 10 px."""

    def __init__(self) -> None:
        super().__init__(2, 40)


class FinderNet(nn.Module):
    """A whole picture (3, 180, 320) to heat maps (4, 45, 80) of the field's corners, clockwise from the top left."""

    def __init__(self) -> None:
        super().__init__()
        self.early = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), conv(24, 24))
        self.late = nn.Sequential(
            conv(24, 48, 2),
            conv(48, 48),
            conv(48, 64, 2),
            conv(64, 64),
            conv(64, 64, dilation=2),
            conv(64, 64, dilation=4),
            conv(64, 64),
        )
        self.up = nn.Sequential(nn.Conv2d(64, 24, 1), nn.Upsample(scale_factor=4, mode="nearest"))
        self.out = nn.Sequential(conv(24, 24), nn.Conv2d(24, 4, 1))

    def forward(self, x: Tensor) -> Tensor:
        early = self.early(x)
        late = self.up(self.late(early))
        return self.out(early + late[:, :, : early.shape[2], : early.shape[3]])  # type: ignore[no-any-return]


class AlignNet(nn.Module):
    """A roughly rectified board (3, 160, 224) to 10 numbers: corner offsets, bar, whether it is a board."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 24),
            conv(24, 32, 2),
            conv(32, 32),
            conv(32, 48, 2),
            conv(48, 48),
            conv(48, 64, 2),
            conv(64, 64),
            conv(64, 32),
        )
        self.head = head(32, (10, 14), 128, 10)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x)).flatten(1)


class CornerNet(nn.Module):
    """A piece (3, 48, 48) of the alignment picture to where the field's corner is from its middle, in 10 px."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16), conv(16, 32, 2), conv(32, 32), conv(32, 48, 2), conv(48, 48), conv(48, 48, 2)
        )
        self.head = head(48, (6, 6), 96, 2)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x)).flatten(1)


def count_weights(model: nn.Module) -> int:
    """How many numbers a network has learnt."""
    return sum(parameter.numel() for parameter in model.parameters())


def initial_seed(seed: int) -> None:
    """Make training repeatable on one machine."""
    torch.manual_seed(seed)
