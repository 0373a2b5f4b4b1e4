"""What a new course and a new item of each kind begin with."""
