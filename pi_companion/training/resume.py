"""Training that goes on from exported weights, such as the package's own: ONNX files back into networks that learn."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def take_over(model: nn.Module, path: Path, batch: Tensor) -> int:
    """Begin with the weights of an earlier run, where a layer still has the shape that it had.

    The export has folded each batch norm into the convolution before it. It is unfolded by what the layer gives for a
    batch of pictures, so that the network says the same as the exported one and learns on from there.

    Args:
        model: fresh, its layers in the order of the file's.
        path: what `run.export` wrote.
        batch: (N, C, H, W) pictures as in training, some hundred.

    Returns:
        How many layers were taken over.
    """
    taken = 0
    norms = dict(_norms(model))
    handles = []
    for layer, (weight, bias) in zip(_convolutions(model), _exported(path), strict=False):
        if layer.weight.shape != weight.shape:
            continue
        taken += 1
        with torch.no_grad():
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
        if layer in norms:
            handles.append(layer.register_forward_hook(_unfold(norms[layer], bias)))
    was_training = model.training
    model.eval()
    with torch.no_grad():
        model(batch)
    model.train(was_training)
    for handle in handles:
        handle.remove()
    return taken


def _unfold(norm: nn.BatchNorm2d, bias: Tensor) -> Callable[[nn.Module, tuple[Tensor, ...], Tensor], None]:
    """Give a norm the mean and spread of what the layer before it gives, and let it only add the bias."""

    def take(_layer: nn.Module, _given: tuple[Tensor, ...], out: Tensor) -> None:
        mean, spread = out.mean((0, 2, 3)), out.var((0, 2, 3))
        norm.running_mean = mean
        norm.running_var = spread
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.copy_(mean + bias)

    return take


def _convolutions(model: nn.Module) -> Iterator[nn.Conv2d]:
    return (layer for layer in model.modules() if isinstance(layer, nn.Conv2d))


def _norms(model: nn.Module) -> Iterator[tuple[nn.Module, nn.BatchNorm2d]]:
    """Each layer that is followed by a batch norm, with that norm."""
    for group in model.modules():
        layers = list(group.children()) if isinstance(group, nn.Sequential) else []
        for layer, after in pairwise(layers):
            if isinstance(after, nn.BatchNorm2d):
                yield layer, after


def _exported(path: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """Weight and bias of each convolution of an ONNX file, in the order in which they are worked out."""
    graph = onnx.load(str(path)).graph
    numbers = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == "Conv":
            weight, bias = (torch.from_numpy(numbers[name].copy()) for name in node.input[1:3])
            yield weight, bias
