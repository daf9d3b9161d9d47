#!/usr/bin/env bash
# Expected: an AVIF picture that was cropped when it was saved opens as the part that is left: a reader applies the properties
#           "clap" (crop), "irot" and "imir" (turn, mirror), and Pillow turns such pictures.
# Happens:  Pillow ignores the crop: the picture has its whole size, and what was cut away is visible.
# Version:  Pillow 12.0.0; the picture is written by avifenc 0.11.1 of Debian 12.
# Source:   include/avif/avif.h of AOMediaCodec/libavif, at transformFlags of avifImage: these properties "do not impact/adjust the
#           actual pixel buffers used (images won't be pre-cropped or mirrored upon decode)"; the caller has to do it.
# Met by:   whoever crops art while saving it as AVIF and hands it to a program that reads pictures with Pillow.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq libavif-bin libavif15 libaom3 libdav1d6 libgav1-1 librav1e0 libsvtav1enc1 \
    libyuv0 libabsl20220623 libpng16-16 libjpeg62-turbo 2>/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target packages pillow==12.0.0
export PYTHONPATH=packages

python3 -c 'from PIL import Image
picture = Image.new("RGB", (64, 48), "red")
picture.paste("white", (8, 8, 40, 24))
picture.save("whole.png")'
LD_LIBRARY_PATH=$(find "$work/root" -name 'lib*.so.*' -printf '%h:') \
    root/usr/bin/avifenc --crop 8,8,32,16 --irot 1 whole.png cropped.avif > written.txt
grep -a -q clap cropped.avif
seen=$(python3 - <<'PYTHON'
from PIL import Image, ImageOps, __version__

picture = Image.open("cropped.avif")
turned = ImageOps.exif_transpose(picture)
red, green, _ = turned.getpixel((0, 0))
print(__version__, *turned.size, "red" if red > 200 > 50 > green else "white")
PYTHON
)
echo "Pillow ${seen%% *}"
echo "A red picture of 64 x 48 pixels with a white part, saved by avifenc with --crop 8,8,32,16 (the white 32 x 16 are left)"
echo "and --irot 1 (a quarter turn). The file has the property clap; upright, Pillow shows (width, height, corner): ${seen#* }"
[ "$seen" = "12.0.0 48 64 red" ]
