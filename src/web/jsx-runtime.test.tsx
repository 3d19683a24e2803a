import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

const html = async (element: ReactNode): Promise<string> => (await render(element)).container.innerHTML;
const words = 'words';
const isShown = true;

test('a text beside an element is in an element of its own, and so is one in a fragment', async () => {
  expect(
    await html(
      <p>
        {words} {isShown && <b>bold</b>} and more
      </p>,
    ),
  ).toBe('<p><bdi>words </bdi><b>bold</b><bdi> and more</bdi></p>');
  expect(await html(isShown && <>{words}</>)).toBe('<bdi>words</bdi>');
});

test('texts alone are one text', async () => {
  expect(
    await html(
      <p>
        {words} · {words}
      </p>,
    ),
  ).toBe('<p>words · words</p>');
});

test('figures are not translated, texts are', async () => {
  expect(await html(<b>{1.2345}</b>)).toBe('<b translate="no">1.2345</b>');
  expect(await html(<b>+2,1&nbsp;%</b>)).toContain('translate="no"');
  expect(await html(<b>{'5 minutes'}</b>)).toBe('<b>5 minutes</b>');
  expect(await html(<b>—</b>)).toBe('<b>—</b>');
});

test('elements that hold text alone keep it', async () => {
  expect(
    await html(
      <svg>
        <text>
          {words} <tspan>{words}</tspan>
        </text>
      </svg>,
    ),
  ).toBe('<svg><text>words <tspan>words</tspan></text></svg>');
});

/** What a page translator does: each text in a `<font>`. */
function translate(container: Element): void {
  const walker = document.createTreeWalker(container, 4);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text.data.toUpperCase());
  }
}

function Line({ count }: { readonly count: number }) {
  return (
    <p>
      {count > 1 && <b>many </b>}
      {count % 2 === 0 && 'even '}
      you have {count} {count > 1 ? <i>signals</i> : 'signal'}
    </p>
  );
}

test('a page that was translated meanwhile changes as it would have otherwise', async () => {
  const { container, rerender } = await render(<Line count={1} />);
  for (const count of [2, 3, 1, 4, 2]) {
    translate(container);
    await rerender(<Line count={count} />);
    const fresh = (await render(<Line count={count} />)).container;
    expect(container.textContent.toLowerCase()).toBe(fresh.textContent);
  }
});
