import { vi } from 'vitest'
import { makeTokenApp } from '../../support/apps/token-app.js'

/** Loads the modules that a refresh loads, because fake timers do not wait for that. */
export async function loadRefresh(): Promise<void> {
  const app = await makeTokenApp()
  await app.get()
}

/** Lets so many seconds of fake timers pass, with all that happens in them. */
export async function passTime(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * 4; passed += 1) {
    await runPending()
    await vi.advanceTimersByTimeAsync(250)
  }
  await runPending()
}

/** Lets everything happen that waits for no timer. */
async function runPending(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
