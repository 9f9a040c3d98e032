import { format } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { comeBack, makeOAuthApp, makeProvider, oidc, press } from '../../support/oauth/sign-in.js'
import { faults, type Fault } from './faults.js'
import { renderFaults } from './render-faults.js'
import { withoutLink } from './without-link.js'

afterEach(() => void vi.restoreAllMocks())

it('there are twelve faults', () => {
  expect(faults).toHaveLength(12)
})

it('the page of log lines is up to date (refresh it with `vitest -u`)', async () => {
  const lines = []
  for (const fault of faults) lines.push({ what: fault.what, line: await printedLine(fault) })
  await expect(await renderFaults(lines)).toMatchFileSnapshot(
    '../../../docs/reference/service-faults.md',
  )
})

it.each(faults)('the log line names the provider and what to do: $what', async (fault) => {
  const line = await printedLine(fault)
  expect(line).toMatch(/^\[latchkey\] OAuth\w+ .+\. (?:Check|Register|Set|If|The provider) /)
  expect(line).toMatch(/provider "op"|callback\/op/)
  expect(line.length).toBeLessThan(400)
})

/** The line that the built-in logger prints when someone signs in, without the causes. */
async function printedLine({ provider, misbehaviour = {}, options }: Fault): Promise<string> {
  const printed: string[] = []
  const print = (...message: unknown[]): void => void printed.push(format(...message))
  vi.spyOn(console, 'error').mockImplementation(print)
  vi.spyOn(console, 'warn').mockImplementation(print)
  const fake = await makeProvider(provider)
  fake.misbehaviour = misbehaviour
  const app = makeOAuthApp([oidc(fake, options)], { logger: undefined })
  const browser = app.browser()
  const address = (await press(browser)).headers.get('location') ?? ''
  if (address.startsWith(fake.options.issuer)) await comeBack(browser, fake.authorize(address))
  expect(app.signedIn).toEqual([])
  expect(printed).toHaveLength(1)
  expect(printed[0]).not.toContain('\n')
  const [line = ''] = withoutLink(printed[0] ?? '').split(' Cause: ')
  return line
}
