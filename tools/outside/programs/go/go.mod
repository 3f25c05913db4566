module client

go 1.25.0
