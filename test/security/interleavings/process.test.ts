import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeApp } from '../../support/apps/app.js'
import { moduleState } from '../../support/module-state.js'
import { listEngineFiles, loadEngine } from './process.js'
import { Scheduler } from './scheduler.js'
import { isDeep } from './settings.js'

const load = await loadEngine()

/**
 * Variables of modules that two processes may share: each is found by an object that belongs to one
 * process (its runtime, config, secrets, adapter or error), holds a module that was loaded, or keeps
 * the results of a pure function.
 */
const harmless = [
  'config/resolve.ts prepared',
  'config/runtime.ts runtimes',
  // Every config of the explorer names its runtime.
  'config/runtime.ts runtimeOfProcess',
  'crypto/secret-memory.ts memories',
  'crypto/secret-memory.ts memoriesOfTexts',
  'errors/hidden-values.ts hiddenValues',
  'flows/oauth/load-oauth.ts loading',
  'flows/passkey/passkey-script.ts loaded',
  'flows/tokens/load-tokens.ts loading',
  'oauth/load-dpop.ts loading',
  'pages/find-account-texts.ts findAccountTexts',
  'pages/find-factor-texts.ts findFactorTexts',
  'pages/find-language.ts loaded',
  'pages/find-password-texts.ts findPasswordTexts',
  'pages/format-date.ts formats',
  'pages/format-duration.ts formats',
  'pages/page-rules.ts squeezed',
  'session/iso-date.ts days',
  'store/operations.ts opened',
]

it('a process remembers nothing in the modules that processes share', async () => {
  const files = await listEngineFiles()
  const state = files.flatMap((file) =>
    moduleState(file, readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8')).map(
      (name) => `${file} ${name}`,
    ),
  )
  expect(state.filter((name) => !harmless.includes(name))).toEqual([])
  expect(state).toContain('config/runtime.ts runtimes')
})

it('two processes have a runtime each, and in a deep run an engine each', () => {
  const scheduler = new Scheduler()
  const [one, other] = [load(scheduler, 'A'), load(scheduler, 'B')]
  expect(one.engine.createRuntime()).not.toBe(other.engine.createRuntime())
  expect(one.engine.readSession === other.engine.readSession).toBe(!isDeep)
})

it('a process draws the same random values in each run of a schedule', async () => {
  const draw = async (name: string): Promise<string> => {
    const scheduler = new Scheduler()
    const { engine, ...place } = load(scheduler, name)
    const { config } = makeApp()
    const request = new Request('https://app.test/auth/csrf')
    const answer = await scheduler.runFreely(place, name, () => engine.Auth(request, config))
    return answer.text()
  }
  expect(await draw('A')).toBe(await draw('A'))
  expect(await draw('A')).not.toBe(await draw('B'))
})
