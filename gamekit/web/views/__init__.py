"""The content of pages as plain data for JSON, the same from the server and in an exported file."""
