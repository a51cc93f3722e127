"""The networks, small enough for a Pi: plain convolutions that OpenCV's `dnn` runs from 4.6 on."""

import torch
from torch import Tensor, nn

from pi_companion.vision.nets import (
    BAR_COUNTS,
    CUBE_CLASSES,
    DICE_CHANNELS,
    FACE_OUTPUTS,
    HEATS,
    POINT_CLASSES,
    TRAY_CLASSES,
)


def conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """3 by 3 convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def head(
    inputs: int, size: tuple[int, int], hidden: int, outputs: int, stride: tuple[int, int] = (1, 1)
) -> nn.Sequential:
    """Dense head over a whole map of `size` (height, width), or each such part of it, written as convolutions."""
    return nn.Sequential(
        nn.Dropout(0.1),
        nn.Conv2d(inputs, hidden, size, stride),
        nn.ReLU(inplace=True),
        nn.Dropout(0.1),
        nn.Conv2d(hidden, outputs, 1),
    )


class Headed(nn.Module):
    """Convolutions, and a dense head over all that they give: one row of numbers for each picture."""

    body: nn.Sequential
    head: nn.Sequential

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x)).flatten(1)


class PointNet(nn.Module):
    """Strips side by side (5, 176, 48 n) to the logits of 31 counts for each (31, 1, n), index 15 + signed count.

    In one row they are worked out much faster than one by one. What lies beside a strip in the row is what lies beside
    its point on the board, but at the ends of a side.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(5, 16, 2), conv(16, 32, 2), conv(32, 32), conv(32, 48, 2), conv(48, 48), conv(48, 64, 2), conv(64, 64)
        )
        self.head = head(64, (11, 3), 96, POINT_CLASSES, stride=(1, 3))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))  # type: ignore[no-any-return]


class BarNet(Headed):
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


class TrayNet(Headed):
    """What lies beside a home board (3, 176, 88) to the logits of 0 to 15 borne-off checkers, and of no tray there."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2), conv(16, 24), conv(24, 32, 2), conv(32, 48, 2), conv(48, 48), conv(48, 64, 2), conv(64, 64)
        )
        self.head = head(64, (11, 6), 96, TRAY_CLASSES)


class BoardNet(nn.Module):
    """The canonical view (3, 352, 560) to heat maps at a quarter of its scale, (`HEATS`, 88, 140)."""

    def __init__(self) -> None:
        super().__init__()
        self.early = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2))
        self.late = nn.Sequential(
            conv(24, 40, 2),
            conv(40, 40),
            conv(40, 40, dilation=2),
            conv(40, 40, dilation=4),
            conv(40, 40, dilation=2),
        )
        self.up = nn.Sequential(nn.Conv2d(40, 24, 1), nn.Upsample(scale_factor=2, mode="nearest"))
        self.out = nn.Sequential(conv(24, 24), nn.Conv2d(24, HEATS, 1))
        nn.init.constant_(self.out[1].bias, -3.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        early = self.early(x)
        return self.out(early + self.up(self.late(early)))  # type: ignore[no-any-return]


class DiceNet(nn.Module):
    """A piece (3, 64, 64) upright as the camera shows it to (`DICE_CHANNELS`, 16, 16): where dice are, and which."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2),
            conv(24, 32),
            conv(32, 48, 2),
            conv(48, 64),
            conv(64, 64, dilation=2),
            conv(64, 64),
            nn.Dropout2d(0.05),
        )
        self.out = nn.Conv2d(64, DICE_CHANNELS, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.body(x))  # type: ignore[no-any-return]


class FaceNet(Headed):
    """A piece (3, 48, 48) with a die's top in its middle to `FACE_OUTPUTS`: faces, how it lies, whether it is one."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2),
            conv(24, 32),
            conv(32, 48, 2),
            conv(48, 64),
            nn.Dropout2d(0.05),
            conv(64, 96, 2),
            conv(96, 96),
            conv(96, 64),
        )
        self.head = head(64, (6, 6), 96, FACE_OUTPUTS)


class CubeNet(Headed):
    """A piece (3, 64, 64) round the cube, upright as the camera shows it, to the logits of its values and no cube."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2), conv(24, 32), conv(32, 48, 2), conv(48, 64), conv(64, 64, 2), conv(64, 64), conv(64, 48)
        )
        self.head = head(48, (8, 8), 64, CUBE_CLASSES)


class GridNet(nn.Module):
    """Half a canonical view (3, 176, 560), its rail on top, to a heat map (1, 44, 140) of the tips of the points."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 24, 2),
            conv(24, 32),
            conv(32, 32, dilation=2),
            conv(32, 32, dilation=4),
            conv(32, 32, dilation=2),
            conv(32, 24),
        )
        self.out = nn.Conv2d(24, 1, 1)
        nn.init.constant_(self.out.bias, -3.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.body(x))  # type: ignore[no-any-return]


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


class AlignNet(Headed):
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


class CornerNet(Headed):
    """A piece (3, 64, 64) of the finer alignment picture to where the field's corner is from its middle, in 10 px."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16), conv(16, 32, 2), conv(32, 32), conv(32, 48, 2), conv(48, 48), conv(48, 48, 2)
        )
        self.head = head(48, (8, 8), 96, 2)


def count_weights(model: nn.Module) -> int:
    """How many numbers a network has learnt."""
    return sum(parameter.numel() for parameter in model.parameters())


def initial_seed(seed: int) -> None:
    """Make training repeatable on one machine."""
    torch.manual_seed(seed)
