"""The score pad on a phone: positions entered by several hands, and served."""
