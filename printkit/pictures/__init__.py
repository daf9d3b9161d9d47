"""Pictures made of dots: their files, decoded, made ready to be printed, and stored."""
