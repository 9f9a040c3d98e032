import { stripVTControlCharacters } from 'node:util'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { appMistakes, type AppMistakeId } from '../../flows/diagnosis/mistakes.js'
import { withoutLink } from '../../flows/diagnosis/without-link.js'
import { attackedFiles, toSecond } from './attacked-files.js'
import { isLong } from '../../support/long-run.js'
import { startDevServer, type RunningDevServer } from './dev-server.js'
import { makeFolder } from './folder.js'

const folders = { 1: makeFolder(1), 2: makeFolder(2) }
afterAll(() => {
  for (const folder of Object.values(folders)) folder.remove()
})

type Files = Readonly<Record<string, string>>

const members = '{ onRequest, useSession, useSignIn, useSignOut }'

function pluginFile(call: string, { door = 'latchkey', exported = members } = {}): string {
  return `
    import { ${call} } from '${door}'
    import Credentials from 'latchkey/providers/credentials'
    export const ${exported} = ${call}(() => ({
      secret: 'a-Secret/of-the_mistakes+page=0815-4711',
      providers: [Credentials({ authorize: () => ({ id: '1', name: 'Ada' }) })],
    }))`
}

/** A page that shows the session, and an endpoint that asks for it. */
function pagesWith(plugin: string): Files {
  return {
    'src/routes/index.tsx': `
      import { component$ } from '@builder.io/qwik'
      import { useSession } from './${plugin}'
      export default component$(() => <p>{useSession().value?.user?.name ?? 'nobody'}</p>)`,
    'src/routes/guarded/index.ts': `
      import { getSession } from 'latchkey'
      export const onGet = async (event) => event.json(200, await getSession(event))`,
    'src/routes/outside/index.ts': `
      import { useSession } from '../${plugin}'
      export const onGet = async (event) => event.json(200, useSession().value)`,
  }
}

/** An app, and the mistake that each of its pages shows. `none` is a page without a mistake. */
interface App {
  readonly version: 1 | 2
  readonly files: Files
  readonly hasPlugin?: boolean
  readonly visits: readonly (readonly [path: string, mistake: AppMistakeId | 'none'])[]
}

const plugin = 'src/routes/plugin@auth.ts'
const usual = { [plugin]: pluginFile('routeAuth$'), ...pagesWith('plugin@auth') }
const misnamed = { 'src/routes/auth.ts': pluginFile('routeAuth$'), ...pagesWith('auth') }
const unexported = {
  [plugin]: pluginFile('routeAuth$', { exported: '{ useSession, useSignIn, useSignOut }' }),
  ...pagesWith('plugin@auth'),
}

// prettier-ignore
const apps: Readonly<Record<string, App>> = {
  'Qwik 1, without a mistake':     { version: 1, files: usual, visits: [['/', 'none'], ['/auth/nothing', 'none'], ['/outside/', 'outside']] },
  'Qwik 2, without a mistake':     { version: 2, files: toSecond(usual), visits: [['/', 'none'], ['/auth/nothing', 'none'], ['/outside/', 'outside']] },
  'Qwik 1, door of Qwik 2':        { version: 1, files: { ...usual, [plugin]: pluginFile('routeAuth$', { door: 'latchkey/qwik2' }) }, visits: [['/', 'second-door-in-first']] },
  'Qwik 2, door of Qwik 1':        { version: 2, files: { ...toSecond(usual), [plugin]: pluginFile('routeAuth$') }, visits: [['/', 'first-door-in-second']] },
  'Qwik 1, latchkey/core':         { version: 1, files: { ...usual, [plugin]: pluginFile('routeAuth$', { door: 'latchkey/core' }) }, visits: [['/', 'initializer-from-core']] },
  'Qwik 1, misnamed plugin file':  { version: 1, files: misnamed, visits: [['/auth/signin', 'misnamed-plugin-404'], ['/', 'misnamed-plugin'], ['/guarded/', 'misnamed-plugin']] },
  'Qwik 2, misnamed plugin file':  { version: 2, files: toSecond(misnamed), visits: [['/auth/signin', 'misnamed-plugin-404'], ['/', 'misnamed-plugin'], ['/guarded/', 'misnamed-plugin']] },
  'Qwik 1, no export':             { version: 1, files: unexported, visits: [['/auth/signin', 'unexported-404'], ['/', 'unexported'], ['/guarded/', 'unexported']] },
  'Qwik 2, no export':             { version: 2, files: toSecond(unexported), visits: [['/', 'unexported'], ['/guarded/', 'unexported']] },
  // The loader of `useSession` runs for this page, too, and prints its line once.
  'Qwik 2, no export, /auth':      { version: 2, files: toSecond(unexported), visits: [['/auth/signin', 'unexported']] },
  'Qwik 1, no Vite plugin':        { version: 1, files: { ...usual, [plugin]: pluginFile('FrameworkAuth$') }, hasPlugin: false, visits: [['/', 'no-vite-plugin']] },
  'Qwik 1, routeAuth$, no plugin': { version: 1, files: usual, hasPlugin: false, visits: [['/', 'no-vite-plugin']] },
  'Qwik 2, no Vite plugin':        { version: 2, files: toSecond({ ...usual, [plugin]: pluginFile('FrameworkAuth$') }), hasPlugin: false, visits: [['/', 'no-vite-plugin']] },
  'Qwik 2, routeAuth$, no plugin': { version: 2, files: toSecond(usual), hasPlugin: false, visits: [['/', 'no-vite-plugin']] },
}

/** Apps with a mistake that another app shows, too: on the other version, or with another call. */
const alike: readonly string[] = ['Qwik 2, misnamed plugin file', 'Qwik 2, no Vite plugin'].concat([
  'Qwik 1, routeAuth$, no plugin',
  'Qwik 2, routeAuth$, no plugin',
])
const started = Object.entries(apps).filter(([name]) => isLong || !alike.includes(name))

describe('the dev server of an app prints the line of its mistake', () => {
  it.each(started)(
    '%s',
    async (name, app) => {
      const printed = await visitPages(name.replaceAll(/\W+/g, '-'), app)
      for (const [index, [path, mistake]] of app.visits.entries()) {
        const messages = readMessages(printed[index] ?? '')
        const line = appMistakes.find(({ id }) => id === mistake)?.line
        const texts = new Set(messages.map(({ text }) => text))
        expect([path, [...texts]]).toEqual([path, line === undefined ? [] : [line]])
        const printers = messages.map(({ printer }) => printer)
        expect([path, printers]).toEqual([path, [...new Set(printers)]])
        if (printers.includes('latchkey')) expect([path, printers]).toEqual([path, ['latchkey']])
      }
    },
    600_000,
  )

  it('every mistake has an app', () => {
    const made = started.flatMap(([, { visits }]) => visits.map(([, mistake]) => mistake))
    for (const { id } of appMistakes) expect(made).toContain(id)
  })
})

/**
 * The starts of the lines that show a mistake. Latchkey logs it alone. If it is thrown instead, Vite
 * and Qwik's router each print the error once.
 */
const printers: Readonly<Record<string, RegExp>> = {
  latchkey: /^\[latchkey\] (?:InvalidConfig )?/,
  vite: /^\S+(?: [AP]M)? \[vite\] Internal server error: /,
  'module of vite': /^\S+(?: [AP]M)? \[vite\] \(ssr\) Error when evaluating SSR module \S+: /,
  router: /^(?:InvalidConfig|Error): /,
}

/** The guards can also be called in a plugin, so they say one sentence more. */
const ofGuards = ' In a plugin that runs earlier, pass `useSession`.'

interface Message {
  readonly printer: string
  readonly text: string
}

/** Reads the lines that show a mistake, without the name of the file before it. */
function readMessages(printed: string): readonly Message[] {
  return printed.split('\n').flatMap((line): readonly Message[] => {
    const [printer, start] = Object.entries(printers).find(([, one]) => one.test(line)) ?? []
    if (printer === undefined || start === undefined) {
      return appMistakes.some((one) => line.includes(one.line))
        ? [{ printer: line, text: line }]
        : []
    }
    const text = withoutLink(line)
      .replace(start, '')
      .replace(/^\/\S+: /, '')
    return [{ printer, text: text.endsWith(ofGuards) ? text.slice(0, -ofGuards.length) : text }]
  })
}

/** What the dev server prints for each of the app's pages, in their order. */
async function visitPages(name: string, { version, files, visits, hasPlugin = true }: App) {
  const folder = folders[version]
  folder.write(name, { ...baseFiles(version, hasPlugin), ...files })
  const vite = join(folder.path, 'node_modules/vite/bin/vite.js')
  const server = await startDevServer(vite, join(folder.path, name))
  const printed: string[] = []
  try {
    for (const [path, mistake] of visits) {
      const before = server.log().length
      const page = await fetch(server.origin + path, { headers: { accept: 'text/html' } })
      await page.text()
      // A line may be printed after the answer.
      if (mistake !== 'none') await waitForLine(server, before)
      printed.push(stripVTControlCharacters(server.log().slice(before)))
    }
    return printed
  } finally {
    server.stop()
  }
}

async function waitForLine({ log }: RunningDevServer, before: number): Promise<void> {
  for (let left = 20; left > 0 && !log().slice(before).includes('[latchkey]'); left--) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function baseFiles(version: 1 | 2, hasPlugin: boolean): Files {
  const { 'vite.config.mjs': vite = '', ...base } = attackedFiles[version]
  const names = ['package.json', 'tsconfig.json', 'src/root.tsx', 'src/entry.ssr.tsx']
  return {
    ...Object.fromEntries(names.map((name) => [name, base[name] ?? ''])),
    'vite.config.mjs': vite.replace('latchkey(),', hasPlugin ? 'latchkey(),' : ''),
  }
}
