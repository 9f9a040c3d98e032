import { parseArgs } from 'node:util'
import buildLibrary from './build.mjs'
import { Stop, exitWith, runTool } from './run.mjs'
import { setUp } from './setup.mjs'

const usage = `npm run attack                                     the library itself: alone, on Qwik City, and as an application that runs
npm run attack -- --url http://localhost:3000/auth   any application, by its address

  --user name:password    someone who may sign in
  --other name:password   somebody else who may
  --fields name,password  what the fields of the form are called, unless username,password
  --adapter               sessions are kept in a database`

await exitWith(async () => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      user: { type: 'string' },
      other: { type: 'string' },
      fields: { type: 'string', default: 'username,password' },
      adapter: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  await setUp()
  await buildLibrary()
  return values.url === undefined ? attackLibrary() : attackUrl({ ...values, url: values.url })
})

/** The tests that are attacks, one line each. */
function attackLibrary() {
  const files = ['test/attacks', 'test/conformance', 'test/qwik/attacks', 'test/build/attacks']
  return runTool('vitest', ['run', '--reporter=verbose', ...files])
}

/** @param {{ url: string, user?: string, other?: string, fields: string, adapter?: boolean }} options */
async function attackUrl({ url, user, other, fields, adapter }) {
  const { runAttacks } = await import('../dist/testing.js')
  const names = fields.split(',')
  const results = await runAttacks(
    {
      url,
      user: typed(user, names),
      otherUser: typed(other, names),
      ...(adapter && { hasAdapter: true }),
    },
    { print: console.log },
  ).catch((/** @type {unknown} */ error) => {
    throw new Stop(error instanceof Error ? error.message : String(error))
  })
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

/**
 * What someone types: `name:password`, by the names of the fields. A password may have colons.
 *
 * @param {string | undefined} text
 * @param {readonly string[]} names
 */
function typed(text, [name = '', password = '']) {
  if (text === undefined) return undefined
  const colon = text.indexOf(':')
  if (colon === -1) throw new Stop(`Expected name:password, got ${text}`)
  return { [name]: text.slice(0, colon), [password]: text.slice(colon + 1) }
}
