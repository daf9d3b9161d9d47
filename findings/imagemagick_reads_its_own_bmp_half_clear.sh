#!/usr/bin/env bash
# Expected: An opaque white picture that ImageMagick writes as a BMP of 16 bits with alpha is read back by ImageMagick as opaque and white: the
#           highest value of a field of one, four or five bits is all there is of it.
# Happens:  The file is right, but one bit of alpha that is set is read as 128 of 255, half clear. With four bits each for colour and alpha, white
#           is read as 240 of 255, and not wholly opaque.
# Version:  ImageMagick 7.1.2-30, as in @imagemagick/magick-wasm 0.0.43
# Source:   ReadBMPImage in coders/bmp.c: a field is moved to the top of a byte, and only colours of 5 or 6 bits are repeated in the bits below,
#           alpha never
# Met by:   whoever converts old sprites and tokens saved as "A1 R5 G5 B5": they print pale, with what lies behind showing through.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

npm install --silent --no-audit --no-fund --prefix . @imagemagick/magick-wasm@0.0.43

cat > read.mjs <<'JAVASCRIPT'
import fs from "node:fs";
import { AlphaAction, ImageMagick, Magick, MagickColor, MagickFormat, initializeImageMagick } from "@imagemagick/magick-wasm";

await initializeImageMagick(fs.readFileSync("node_modules/@imagemagick/magick-wasm/dist/x86/magick.wasm"));
console.error(Magick.imageMagickVersion);
for (const subtype of ["ARGB1555", "ARGB4444"]) {
  ImageMagick.read(new MagickColor(255, 255, 255, 255), 2, 1, (image) => {
    image.alpha(AlphaAction.Set);
    image.settings.setDefine(MagickFormat.Bmp, "subtype", subtype);
    image.write(MagickFormat.Bmp, (file) => {
      const dot = file[138].toString(16) + file[139].toString(16);
      ImageMagick.read(file, (again) => {
        again.getPixels((pixels) => {
          const read = pixels.toByteArray(0, 0, 1, 1, "RGBA");
          console.log(`${subtype}: the file has ${dot}, read as ${read.join(" ")}`);
        });
      });
    });
  });
}
JAVASCRIPT

seen=$(node read.mjs)
echo "$seen"
test "$seen" = "ARGB1555: the file has ffff, read as 255 255 255 128
ARGB4444: the file has ffff, read as 240 240 240 240"
