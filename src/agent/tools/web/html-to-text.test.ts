import { describe, expect, it } from 'vitest'
import { htmlToText } from './html-to-text.ts'

describe('the text of a page', () => {
  it('has its headings, lists, links and blocks, and nothing of its machinery', () => {
    const html = `<!doctype html><html><head><title>T</title><style>b{}</style></head><body>
      <!-- a > b --><h1>Über  uns</h1><p>Eins &amp; zwei<br>drei &#8364; &#x1F642; &unknown;</p>
      <ul><li>a <li>b</ul><script>if (1 < 2) alert("<p>x</p>")</script>
      <a class=x href="https://example.org/?a=1&amp;b=2">Seite</a> <a href="#top">oben</a>
      <table><tr><td>1</td><td>2</td></tr></table><SCRIPT>y</SCRIPT ></body></html>`
    expect(htmlToText(html)).toBe(
      [
        '# Über uns',
        '',
        'Eins & zwei',
        'drei € 🙂 &unknown;',
        '',
        '- a',
        '- b',
        'Seite (https://example.org/?a=1&b=2) oben',
        '',
        '1 | 2 |',
      ].join('\n'),
    )
  })

  it.each(['<script>never closed', 'a < b', '<', '<!-- open', '<a href="x', '&#xD800;&#0;', ''])(
    'can be made of broken pages: %s',
    (html) => {
      expect(typeof htmlToText(html)).toBe('string')
    },
  )

  it.each([['<script>'], ['<a href="'], ['<!--'], ['<div '], ['&#'], ['<']])(
    'is made in time of 2 MB of %s',
    (piece) => {
      const begun = performance.now()
      htmlToText(piece.repeat(2_000_000 / piece.length))
      expect(performance.now() - begun).toBeLessThan(10_000)
    },
  )
})
