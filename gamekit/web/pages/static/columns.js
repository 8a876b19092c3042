// Reading what gamekit/web/pages/columns.py packs: records as columns in which equal parts are kept once.

/**
 * Return a function from the number of a row to the value there, a new one at every call.
 * @param {object} column as `pack` gives it
 * @returns {(row: number) => any}
 */
export function reader(column) {
  if (column.fields) return objects(Object.entries(column.fields).map(([name, part]) => [name, reader(part)]));
  if (column.lengths) return lists(column);
  if (column.parts) {
    const parts = reader(column.parts);
    return (row) => parts(row).join("");
  }
  if (column.table) {
    const value = reader(column.table);
    return (row) => value(column.rows[row]);
  }
  return (row) => column.values[row];
}

function objects(fields) {
  return (row) => Object.fromEntries(fields.map(([name, value]) => [name, value(row)]));
}

function lists(column) {
  const length = reader(column.lengths);
  const item = reader(column.items);
  const begins = [0];
  const rows = size(column.lengths);
  for (let row = 0; row < rows; row++) begins.push(begins[row] + length(row));
  return (row) => Array.from({ length: length(row) }, (_, i) => item(begins[row] + i));
}

function size(column) {
  return (column.rows ?? column.values).length; // numbers are never anything but a table or values
}
