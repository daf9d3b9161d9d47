"""Tables that are spreadsheets: CSV, TSV, XLSX and ODS files read as YAML is, each cell with its
place."""
