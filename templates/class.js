// The class page's one script: sorts and filters the tables of students. Without it everything is there, in order of
// students.
for (const part of document.querySelectorAll('.students')) {
  const body = part.querySelector('tbody');
  const rows = [...body.rows];
  const collator = new Intl.Collator('en', { numeric: true });

  const filter = part.querySelector('.filter');
  const [search, result, status] = ['input', 'select', '[role=status]'].map((name) => filter.querySelector(name));
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const [at, row] of rows.entries()) {
      const fits = words.every((word) => texts[at].includes(word));
      row.hidden = !fits || (result.value !== '' && !row.classList.contains(result.value));
      if (!row.hidden) shown += 1;
    }
    status.textContent = shown === rows.length ? '' : `${shown} of ${rows.length} students`;
  };
  search.addEventListener('input', show);
  result.addEventListener('change', show);
  filter.hidden = false;

  const headings = [...part.querySelectorAll('thead th')];
  for (const [column, heading] of headings.entries()) {
    const isNumber = 'number' in heading.dataset;
    const valueIn = (row) => {
      const text = row.cells[column].textContent;
      return isNumber && text !== '' ? Number.parseFloat(text) : text;
    };
    const compare = isNumber ? (a, b) => a - b : collator.compare;
    const sort = () => {
      const direction = heading.ariaSort === 'ascending' ? -1 : 1;
      for (const other of headings) other.removeAttribute('aria-sort');
      heading.ariaSort = direction === 1 ? 'ascending' : 'descending';
      const keyed = rows.map((row) => ({ row, value: valueIn(row) }));
      // Who has no value comes last in both directions.
      keyed.sort((a, b) => (a.value === '') - (b.value === '') || direction * compare(a.value, b.value));
      body.append(...keyed.map(({ row }) => row));
    };
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    button.addEventListener('click', sort);
    heading.append(button);
  }
}
