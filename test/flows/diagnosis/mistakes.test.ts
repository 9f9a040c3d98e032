import { format } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Auth } from '../../../src/core.js'
import { makeApp } from '../../support/apps/app.js'
import { appMistakes, engineMistakes } from './mistakes.js'
import { renderMistakes } from './render-mistakes.js'
import { withoutLink } from './without-link.js'

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
    expect(printed.map(withoutLink)).toEqual([line])
  })

  it('an unknown provider id is not logged in production, unless `debug` is on', async () => {
    const request = (): Request => new Request('https://app.test/auth/signin/gihub')
    const quiet = makeApp()
    await Auth(request(), quiet.config)
    expect(quiet.logs).toEqual([])
    const [, entry] =
      /- (A form or a link names .*)/.exec(await renderMistakes(engineMistakes, [])) ?? []
    expect(entry).toContain('In production, this is logged only with `debug: true`')
    const chatty = makeApp({ debug: true })
    await Auth(request(), chatty.config)
    expect(JSON.stringify(chatty.logs.map(({ message }) => String(message[0])))).toContain(
      'There is no provider with the id',
    )
  })

  it.each([...engineMistakes, ...appMistakes])('has a short line: $what', ({ line }) => {
    expect(line).not.toContain('\n')
    expect(line.length).toBeLessThan(330)
  })
})

it('the page of mistakes is up to date (refresh it with `vitest -u`)', async () => {
  const page = await renderMistakes(engineMistakes, appMistakes)
  await expect(page).toMatchFileSnapshot('../../../docs/reference/mistakes.md')
})
