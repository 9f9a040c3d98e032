import type { FullConfig } from '@playwright/test'
import { setTimeout } from 'node:timers/promises'

/** Nine servers start at once, on a busy machine slowly. */
const startTimeout = 300_000

/** Waits until all servers of the tests answer. Playwright by itself starts one after the other. */
export default async function awaitServers({ metadata }: FullConfig): Promise<void> {
  const { servers } = metadata as { readonly servers: readonly string[] }
  const end = Date.now() + startTimeout
  await Promise.all(servers.map((url) => awaitServer(url, end)))
}

async function awaitServer(url: string, end: number): Promise<void> {
  while (!(await answers(url))) {
    if (Date.now() > end) throw new Error(`${url} does not answer. The output above may say why.`)
    await setTimeout(100)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url, { signal: AbortSignal.timeout(startTimeout) })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}
