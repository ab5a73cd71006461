import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type BrowserContext, chromium as playwright } from 'playwright-core'

/** A browser with nothing in it. */
export interface TestBrowser {
  context: BrowserContext
  close(): Promise<void>
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts a browser with an empty profile. `detour` sends what is meant for one address to another, unseen by the page. */
export async function openBrowser({ detour }: { detour?: { from: string; to: string } } = {}): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-browser-'))
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: await chromium.executablePath(),
    args: [...quiet, ...(detour ? [`--host-resolver-rules=MAP ${detour.from} ${detour.to}`] : [])],
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
  })
  context.setDefaultTimeout(20_000)
  return {
    context,
    close: async () => {
      await context.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
