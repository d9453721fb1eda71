"""What people say to each other about the game, in a language that programs read: claims, reports, reasons."""
