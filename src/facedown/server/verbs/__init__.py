"""What people ask for at a table, a file each: `(room, who, message)` makes a `Change`, or raises Refused."""
