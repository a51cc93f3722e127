"""What every command pays for when it starts."""

import subprocess
import sys


def test_opencv_and_numpy_are_loaded_only_by_commands_that_see() -> None:
    """They take a second on a Pi."""
    code = (
        "import sys; from pi_companion.cli.main import main;"
        "main(['legal', '-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10']);"
        "sys.exit(bool({'cv2', 'numpy', 'gpiozero'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
