"""A network that goes on from exported weights says what the exported one said."""

from typing import Any

import numpy as np
import pytest

from pi_companion.vision.nets import WEIGHTS, Network

torch = pytest.importorskip("torch")
run = pytest.importorskip("pi_companion.training.run")
resume = pytest.importorskip("pi_companion.training.resume")


def layers_of(model: Any) -> list[Any]:
    return [layer for layer in model.modules() if isinstance(layer, torch.nn.Conv2d)]


@pytest.mark.parametrize("name", ["face", "dice", "board", "align"])
def test_it_begins_where_the_exported_one_ended(name: str) -> None:
    torch.manual_seed(1)
    channels, height, width = run.INPUTS[name]
    model = run.RECIPES[name].model()
    taken = resume.take_over(model, WEIGHTS / f"{name}.onnx", torch.rand(8, channels, height, width))
    assert taken == len(layers_of(model))
    pictures = np.random.default_rng(2).integers(0, 256, (2, height, width, channels), np.uint8)
    wanted = Network(name)(pictures)
    given = torch.from_numpy(pictures.transpose(0, 3, 1, 2).astype(np.float32) / 255)
    said = model.eval().forward(given).detach().numpy()
    assert np.abs(said - wanted).max() < 0.01 * np.abs(wanted).max()


def test_layers_of_another_shape_begin_anew() -> None:
    model = run.RECIPES["cube"].model()
    last = layers_of(model)[-1]
    before = last.weight.detach().clone()
    taken = resume.take_over(model, WEIGHTS / "face.onnx", torch.rand(4, 3, 64, 64))
    assert 0 < taken < len(layers_of(model))
    assert torch.equal(last.weight, before)
