import { format } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { appMistakes, engineMistakes } from './mistakes.js'
import { renderMistakes } from './render-mistakes.js'

afterEach(() => void vi.restoreAllMocks())

describe('a mistake of the first hour', () => {
  it.each(engineMistakes)('prints exactly one line: $what', async ({ run, line }) => {
    const printed: string[] = []
    for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation((...message) => {
        printed.push(format(...message))
      })
    }
    await run()
    expect(printed).toEqual([line])
  })

  it.each([...engineMistakes, ...appMistakes])('has a short line: $what', ({ line }) => {
    expect(line).not.toContain('\n')
    expect(line.length).toBeLessThan(330)
  })
})

it('the page of mistakes is up to date (refresh it with `vitest -u`)', async () => {
  const page = await renderMistakes(engineMistakes, appMistakes)
  await expect(page).toMatchFileSnapshot('../../docs/mistakes.md')
})
