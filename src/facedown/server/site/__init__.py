"""What the page shows outside a table: games, lessons, pictures for links, and the page's files."""
