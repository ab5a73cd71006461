import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildWeb } from '../../scripts/build-web.ts'
import { HookEvent } from '../../src/protocol/event-types.ts'
import { exportSession } from '../../src/server/export-session.ts'
import { type PageServer, servePage } from '../../src/server/serve-page.ts'
import { type Detour, openDetour } from '../support/page/detour.ts'
import { MemoryRecords } from '../support/page/memory-records.ts'
import { openBrowser, type TestBrowser } from '../support/page/open-browser.ts'
import { recordFiring, sampleSession } from '../support/page/sample-session.ts'

// A browser is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
let records: MemoryRecords
let server: PageServer
let detour: Detour
let browser: TestBrowser
const problems: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-web-'))
  await buildWeb(folder)
  records = new MemoryRecords()
  records.add(...sampleSession('shop', Date.now() - 60_000))
  server = await servePage({ reader: records, desk: records, filesFrom: folder })
  detour = await openDetour(server.port)
  browser = await openBrowser({ detour: { from: `127.0.0.1:${server.port}`, to: `127.0.0.1:${detour.port}` } })
})

afterAll(async () => {
  await browser?.close()
  await detour?.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A page on which nothing may go wrong unseen: errors, refused loads and dialogs are kept. */
async function openPage(url: string): Promise<Page> {
  const page = await browser.context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/ERR_|Failed to load resource/.test(message.text()))
      problems.push(message.text())
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== `127.0.0.1:${server.port}`) problems.push(`request to ${request.url()}`)
  })
  await page.goto(url)
  return page
}

/** Waits for what a loaded machine may take long to show. */
function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 20_000 })
}

const firingRows = (page: Page): Promise<string[]> => page.locator('.row.firing').allInnerTexts()

describe('the page', () => {
  it('opens from its address, drops the token, and shows sessions, a timeline and details', async () => {
    const page = await openPage(server.url)
    await page.locator('a.card').first().waitFor()
    expect(page.url()).toBe(`http://127.0.0.1:${server.port}/`)
    expect(await page.locator('a.card').first().innerText()).toMatch(
      /shop[\s\S]*9 events[\s\S]*1 denied[\s\S]*1 failed open[\s\S]*1 slow/,
    )
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('.row.firing').first().waitFor()

    const denied = page.locator('.row.firing', { hasText: 'rm -rf build' })
    expect(await denied.innerText()).toMatch(/deny[\s\S]*failed open/)
    expect(await page.locator('.row.run.open').innerText()).toContain('scan-secrets')
    expect(await page.locator('.row.run.slow').innerText()).toMatch(/typecheck[\s\S]*slow/)

    await page.locator('.row.firing', { hasText: 'npm test' }).first().click()
    const detail = page.locator('.detail')
    await detail.locator('.diff').waitFor()
    expect(await detail.locator('.change').innerText()).toMatch(/input\.command by use-pnpm/)
    expect(await detail.locator('.diff-line.gone bdi').allInnerTexts()).toEqual(['npm test'])
    expect(await detail.locator('.diff-line.new bdi').allInnerTexts()).toEqual(['pnpm test'])
    expect(await detail.locator('.diff-line.new mark').allInnerTexts()).toEqual(['pnpm'])
    expect(await detail.locator('.skipped li').allInnerTexts()).toEqual([
      expect.stringContaining('night-watch disabled by an override'),
      expect.stringContaining('kimi-audit not trusted'),
    ])
    await page.locator('.row.firing', { hasText: 'PostToolUse' }).first().click()
    await detail.locator('.plain', { hasText: 'delivered' }).waitFor()
    expect(await detail.innerText()).toMatch(/21 characters of summarise in request 3/)
    await page.close()
  })

  it('filters by text, decision, trouble, duration, tool and hook', async () => {
    const page = await openPage(server.urlOf('shop'))
    await page.locator('.row.firing').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('release.ts write')
    await eventually(() => firingRows(page)).toHaveLength(2)
    await page.keyboard.press('Escape')
    await eventually(async () => (await firingRows(page)).length).toBeGreaterThan(5)
    const clear = (): Promise<void> => page.getByRole('button', { name: 'Clear' }).click()

    await page.getByRole('button', { name: 'Denied' }).click()
    await eventually(() => firingRows(page)).toEqual([expect.stringContaining('rm -rf')])
    await clear()
    await page.getByRole('button', { name: 'Failed open' }).click()
    await eventually(() => firingRows(page)).toEqual([expect.stringContaining('rm -rf')])
    await clear()
    await page.getByLabel('Filter by duration').selectOption('10000')
    await eventually(() => firingRows(page)).toEqual([expect.stringContaining('12.4 s')])
    await clear()
    await page.getByLabel('Filter by tool').selectOption('Write')
    await eventually(() => firingRows(page)).toHaveLength(2)
    await clear()
    await page.getByLabel('Filter by hook').selectOption('guard-shell')
    await eventually(() => firingRows(page)).toHaveLength(3)
    expect(await page.locator('.filters [role=status]').innerText()).toBe('3 of 9 events')
    await page.close()
  })

  it('is used with the keyboard alone, and says what it is to those who cannot see it', async () => {
    const page = await openPage(server.urlOf('shop'))
    await page.locator('.row.firing').first().waitFor()
    for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key)
    const focused = page.locator('.row:focus')
    await eventually(() => focused.getAttribute('aria-rowindex')).toBe('2')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Details of the event' }).waitFor()
    await page.keyboard.press('G')
    await eventually(() => page.locator('.row:focus').getAttribute('aria-rowindex')).toBe('23')
    await page.getByRole('button', { name: 'Close the details' }).focus()
    await page.keyboard.press('Escape')
    await eventually(() => page.locator('.detail').count()).toBe(0)
    await eventually(() => page.locator('.row:focus').getAttribute('aria-rowindex')).toBe('23')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('grid', { name: 'Timeline' }).getAttribute('aria-rowcount')).toBe('23')

    await page.goto(`${server.urlOf('shop').replace(/\?token=[^#]*/, '')}/hooks`)
    const chart = page.getByRole('img', { name: /Latency of guard-shell\. .*20 ms to 50 ms: 4 runs/ })
    await chart.waitFor()
    expect(await page.locator('.hook-card').first().innerText()).toContain('scan-secrets')
    await page.getByRole('link', { name: 'Hookline' }).click()
    await page.getByRole('navigation', { name: 'Views of all sessions' }).getByRole('link', { name: 'Hooks' }).click()
    await chart.waitFor()
    await page.close()
  })

  it('shows hostile text as text', async () => {
    const evil =
      '<img src=x onerror="alert(1)"></script><script>alert(2)</script>\u202egnp.exe\u202c\u200b\x1b[31mred\x07'
    const long = `begin ${'y'.repeat(10_000_000)} end`
    records.add(
      {
        sessionId: evil,
        firing: null,
        at: 1,
        kind: 'session',
        body: { projectDir: evil, pid: 1, host: 'h', program: evil },
      },
      ...recordFiring({
        ...{ sessionId: evil, firing: evil, at: 2, event: HookEvent.PreToolUse },
        input: { toolName: evil, toolUseId: evil, toolInput: { command: evil, [evil]: evil, long } },
        runs: [
          {
            hook: evil,
            name: evil,
            source: evil,
            ms: 3,
            status: 'blocked',
            decision: 'deny',
            reason: evil,
            stdout: evil,
            stderr: long,
            value: { [evil]: long },
          },
        ],
        verdict: {
          ...{ decision: 'deny', reason: evil, decidedBy: evil, context: [evil], messages: [evil], warnings: [evil] },
          ...{ changes: [{ path: 'input.command', by: evil }], input: { command: `${evil}\nmore` } },
          runs: [{ hook: evil, source: evil, handler: 'command', status: 'skipped', why: evil, ms: 0 }],
        },
      }),
      { sessionId: evil, firing: null, at: 3, kind: 'notice', body: { code: 'X', message: evil } },
    )
    records.put({
      questionId: evil,
      sessionId: evil,
      toolName: evil,
      toolUseId: 'x',
      input: { [evil]: evil, long },
      reason: evil,
      askedAt: 1,
    })
    const page = await openPage(server.url)
    await page.locator('a.card', { hasText: 'onerror' }).click()
    await page.locator('.row.firing').first().click()
    const detail = page.locator('.detail')
    await detail.locator('.diff').waitFor()
    expect(await page.locator('#app img, #app script, #app iframe').count()).toBe(0)
    const shown = await page.locator('#app').innerText()
    expect(shown.includes('<img src=x onerror="alert(1)"></script>')).toBe(true)
    const labels = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[title], [aria-label], option')].map((one) => [one.title, one.ariaLabel, one.text].join(' '))`,
    )
    expect(labels.length).toBeGreaterThan(20)
    const hidden = /[\u202a-\u202e\u2066-\u2069\u200b\x1b\x07]/
    expect(
      [shown, await page.title(), ...labels].filter((text) => hidden.test(text)).map((text) => text.slice(0, 200)),
    ).toEqual([])
    expect(await page.locator('.mark[title^="right-to-left override"]').count()).toBeGreaterThan(5)
    expect(await page.locator('.mark', { hasText: 'ESC' }).count()).toBeGreaterThan(5)
    expect(shown.length).toBeLessThan(500_000)
    expect(await detail.locator('.clip').first().innerText()).toMatch(/The first 16,384 of 10,000,010 characters/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      detail.getByText('Download all of it').first().click(),
    ])
    expect(readFileSync(await download.path(), 'utf8') === long).toBe(true)
    await page.locator('.question').getByText('Download all of it before you decide').waitFor()
    await page.locator('.question').getByRole('button', { name: 'Deny' }).click()
    await eventually(() => records.answerTo(evil)).toEqual({ questionId: evil, behavior: 'deny', by: 'page' })
    await page.close()
    expect(problems).toEqual([])
  })

  it('lets one of two tabs win and tells the other who did', async () => {
    const [first, second] = [await openPage(server.urlOf('shop')), await openPage(server.url)]
    records.put({
      questionId: 'q',
      sessionId: 'shop',
      toolName: 'Bash',
      toolUseId: 't',
      input: { command: 'make' },
      reason: 'why',
      askedAt: Date.now(),
    })
    const cards = [first, second].map((page) => page.locator('.question', { hasText: 'make' }))
    for (const card of cards) await card.waitFor()
    await cards[0]!.getByRole('textbox').fill('not now')
    // The second tab does not hear of the answer before it gives its own.
    await second.route('**/answer', async (route) => {
      await cards[0]!.getByText('Your answer counts').waitFor()
      await route.continue()
    })
    await Promise.all([
      cards[0]!.getByRole('button', { name: 'Deny' }).click(),
      cards[1]!.getByRole('button', { name: 'Allow' }).click(),
    ])
    await cards[1]!.getByText('Somebody else was first').waitFor()
    expect(await cards[1]!.locator('.reply').innerText()).toMatch(
      /deny by page, “not now”\. Your answer was not used\./,
    )
    expect(records.answerTo('q')).toEqual({ questionId: 'q', behavior: 'deny', message: 'not now', by: 'page' })
    await Promise.all([first.close(), second.close()])
  })

  it('recovers from dropped connections without loss or duplicates', async () => {
    const page = await openPage(server.url)
    records.add({
      sessionId: 'long',
      firing: null,
      at: 1,
      kind: 'session',
      body: { projectDir: '/p', pid: 1, host: 'h', program: 'run' },
    })
    let fired = 0
    const fire = (count: number): void => {
      for (let n = 0; n < count; n++, fired++) {
        records.add(
          ...recordFiring({
            sessionId: 'long',
            firing: `f${fired}`,
            at: fired,
            event: HookEvent.Stop,
            input: { stopReason: `no ${fired}` },
            runs: [{ hook: 'h', ms: 1 }],
          }),
        )
      }
    }
    fire(5)
    await page.goto(`http://127.0.0.1:${server.port}/#/session/long`)
    const count = page.locator('.filters [role=status]')
    await eventually(() => count.innerText()).toBe('5 events')
    for (let round = 0; round < 3; round++) {
      fire(3)
      detour.setOpen(false)
      detour.cut()
      await eventually(() => page.locator('.connection').innerText()).toBe('Reconnecting…')
      fire(4)
      detour.setOpen(true)
      await eventually(() => page.locator('.connection').innerText()).toBe('Live')
      await eventually(() => count.innerText()).toBe(`${fired} events`)
    }
    await page
      .locator('.latest')
      .click()
      .catch(() => {})
    const grid = page.getByRole('grid')
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(1 + fired * 2))
    const subjects = (await firingRows(page)).map((text) => /no (\d+)/.exec(text)![1])
    expect(subjects).toEqual([...new Set(subjects)])
    expect(subjects.at(-1)).toBe(String(fired - 1))
    await page.close()
  })

  it('is dark or light as the system is until somebody chooses, and fits a phone', async () => {
    const page = await openPage(server.urlOf('shop'))
    await page.locator('.row.firing').first().waitFor()
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.emulateMedia({ colorScheme: 'dark' })
    await eventually(ground).toBe('rgb(15, 16, 18)')
    await page.emulateMedia({ colorScheme: 'light' })
    await eventually(ground).toBe('rgb(247, 247, 248)')
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await eventually(ground).toBe('rgb(15, 16, 18)')
    await page.reload()
    await page.locator('.row.firing').first().waitFor()
    await eventually(ground).toBe('rgb(15, 16, 18)')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('.row.firing', { hasText: 'npm test' }).first().click()
    await page.locator('.detail .diff').waitFor()
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(wide).toBeLessThanOrEqual(360)
    expect(await page.locator('.detail').evaluate((pane) => pane.getBoundingClientRect().width)).toBe(360)
    await page.locator('.detail header button:focus').waitFor()
    await page.goBack()
    await eventually(() => page.locator('.detail').count()).toBe(0)
    await page.close()
    expect(problems).toEqual([])
  })

  it('is exported as one file that needs no server, runs nothing of what it shows, and cannot answer', async () => {
    const evil = '</script><script>alert(3)</script><!--<script>'
    records.add(
      ...recordFiring({
        sessionId: 'shop',
        firing: 'evil',
        at: Date.now(),
        event: HookEvent.Notification,
        input: { message: evil },
      }),
    )
    const file = join(folder, 'session.html')
    writeFileSync(file, await exportSession(records, 'shop', { filesFrom: folder }))
    const page = await openPage(pathToFileURL(file).href)
    await page.locator('.row.firing', { hasText: evil }).waitFor()
    expect(await page.locator('.connection').innerText()).toBe('Read-only export')
    expect(await page.locator('.row.firing', { hasText: 'no_tool_calls' }).innerText()).toMatch(/running|interrupted/)
    await page.locator('.row.firing', { hasText: 'npm test' }).first().click()
    await page.locator('.detail .diff').waitFor()
    await page.getByRole('link', { name: 'Hooks' }).click()
    await page
      .getByRole('img', { name: /Latency of guard-shell/ })
      .first()
      .waitFor()
    expect(await page.locator('.tray').count()).toBe(0)
    await page.close()
    expect(problems).toEqual([])
  })
})
