import { stripVTControlCharacters } from 'node:util'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { appMistakes, type AppMistakeId } from '../diagnosis/mistakes.js'
import { attackedFiles, toSecond } from './attacked-files.js'
import { startDevServer } from './dev-server.js'
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

interface App {
  readonly version: 1 | 2
  readonly files: Files
  readonly path: string
  readonly hasPlugin?: boolean
}

const plugin = 'src/routes/plugin@auth.ts'
const usual = { [plugin]: pluginFile('routeAuth$'), ...pagesWith('plugin@auth') }
const misnamed = { 'src/routes/auth.ts': pluginFile('routeAuth$'), ...pagesWith('auth') }
const unexported = {
  [plugin]: pluginFile('routeAuth$', { exported: '{ useSession, useSignIn, useSignOut }' }),
  ...pagesWith('plugin@auth'),
}

// prettier-ignore
const apps: Readonly<Record<AppMistakeId, readonly App[]>> = {
  'second-door-in-first': [
    { version: 1, path: '/', files: { ...usual, [plugin]: pluginFile('routeAuth$', { door: 'latchkey/qwik2' }) } },
  ],
  'first-door-in-second': [
    { version: 2, path: '/', files: { ...toSecond(usual), [plugin]: pluginFile('routeAuth$') } },
  ],
  'initializer-from-core': [
    { version: 1, path: '/', files: { ...usual, [plugin]: pluginFile('routeAuth$', { door: 'latchkey/core' }) } },
  ],
  'misnamed-plugin': [
    { version: 1, path: '/', files: misnamed },
    { version: 1, path: '/guarded/', files: misnamed },
    { version: 2, path: '/', files: toSecond(misnamed) },
  ],
  'no-vite-plugin': [
    { version: 1, path: '/', files: { ...usual, [plugin]: pluginFile('FrameworkAuth$') }, hasPlugin: false },
  ],
  'unexported': [
    { version: 1, path: '/', files: unexported },
    { version: 2, path: '/', files: toSecond(unexported) },
  ],
  'outside': [
    { version: 1, path: '/outside/', files: usual },
    { version: 2, path: '/outside/', files: toSecond(usual) },
  ],
}

describe.each(appMistakes)('on the dev server: $what', ({ id, line }) => {
  it.each(apps[id])('the line is printed, on Qwik $version at $path', async (app) => {
    expect(await printedBy(app, id)).toContain(line)
  })
})

describe('an app without a mistake', () => {
  it.each([1, 2] as const)('prints none of the lines, on Qwik %i', async (version) => {
    const files = version === 1 ? usual : toSecond(usual)
    const printed = await printedBy({ version, files, path: '/' }, 'right')
    for (const { line } of appMistakes) expect(printed).not.toContain(line)
    expect(printed).not.toContain('[latchkey]')
  })
})

let count = 0

/** What the dev server prints when the page is opened. */
async function printedBy({ version, files, path, hasPlugin = true }: App, id: string) {
  const folder = folders[version]
  const name = `${id}-${count++}`
  folder.write(name, { ...baseFiles(version, hasPlugin), ...files })
  const vite = join(folder.path, 'node_modules/vite/bin/vite.js')
  const server = await startDevServer(vite, join(folder.path, name))
  try {
    await fetch(server.origin + path, { headers: { accept: 'text/html' } })
    return stripVTControlCharacters(server.log())
  } finally {
    server.stop()
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
