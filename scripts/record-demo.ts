import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

// Plays the demo on a pseudo terminal and draws what it shows: docs/images/demo.svg. Lines appear one after the other.

const file = 'docs/images/demo.svg'
const columns = 118
const lineHeight = 18
const margin = 16
const styles: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
}

const command = `stty cols ${columns}; '${process.execPath}' dist/bin/hookline.js demo`
const printed = execFileSync('script', ['-qec', command, '/dev/null'], {
  encoding: 'utf8',
  env: { ...process.env, TERM: 'xterm-256color', NO_COLOR: '' },
})
const lines = printed.replaceAll('\r', '').trimEnd().split('\n')
const story = lines.slice(
  0,
  lines.findIndex((line) => stripVTControlCharacters(line) === 'Every run of a hook'),
)
const told = lines.slice(
  lines.findIndex((line) => stripVTControlCharacters(line) === 'As told'),
  lines.findIndex((line) => stripVTControlCharacters(line) === 'Where next'),
)
const shown = ['\x1b[1m$ npm start\x1b[0m', ...story, ...told].map((line) => line.replace(/\s+$/, ''))

mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, draw(shown))
console.log(`${file}: ${shown.length} lines`)

function draw(rows: readonly string[]): string {
  const height = rows.length * lineHeight + 2 * margin
  const width = columns * 8 + 2 * margin
  const texts = rows.map((row, index) => {
    const y = margin + (index + 1) * lineHeight - 5
    return `<text x="${margin}" y="${y}" style="animation-delay:${(index * 0.12).toFixed(2)}s">${dress(row)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal in which the demo of Hookline runs">
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d5d9e0;white-space:pre;opacity:0;animation:show .1s forwards}
.bold{font-weight:700;fill:#fff}.dim{fill:#7d8590}.red{fill:#ff7b72}.green{fill:#56d364}.yellow{fill:#e3b341}.cyan{fill:#39c5cf}
@keyframes show{to{opacity:1}}
@media(prefers-reduced-motion:reduce){text{opacity:1;animation:none}}
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`
}

function dress(row: string): string {
  return row.replace(
    /([^\x1b]*)(?:\x1b\[(\d+)m([^\x1b]*)\x1b\[0m)?/g,
    (_, plain: string, code?: string, text?: string) => {
      const dressed = code === undefined ? '' : `<tspan class="${styles[code] ?? ''}">${quote(text ?? '')}</tspan>`
      return quote(plain) + dressed
    },
  )
}

function quote(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(' ', '\u00a0')
}
