"""What the page shows outside a table: the games, their lessons, pictures for links, and the page's own files."""
