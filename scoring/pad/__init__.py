"""The score pad on a phone: positions entered by several hands, served or as a static site."""
