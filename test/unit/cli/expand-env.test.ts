import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findSecrets } from '../../../src/cli/find-secrets.js'
import { readEnvironment } from '../../../src/cli/read-environment.js'
import { SeededRandom } from '../../support/seeded-random.js'
import { makeSandbox, qwikApp } from './sandbox.js'

const good = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'

beforeEach(() => {
  vi.stubEnv('FROM_PROCESS', 'process')
  vi.stubEnv('IN_BOTH', 'process')
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('AUTH_SECRET', undefined)
})
afterEach(() => vi.unstubAllEnvs())

describe('a value of an environment file', () => {
  it.each([
    'A=1\nB=$A\nC=${A}\nD=x${A}y$A-z',
    'A=$LATER\nLATER=2',
    'A=x$LATER\nLATER=y$LAST\nLAST=3',
    'A=1\nB=\\$A\nC="\\${A}"\nD=$B',
    "A=1\nB='$A'\nC=`$A`",
    'A=${UNSET}\nB=$UNSET\nC=${UNSET:-default}\nD=${UNSET-other}',
    'EMPTY=\nA=${EMPTY:-default}\nB=${EMPTY-other}',
    'A=1\nB=${A:-default}\nC=${A:+set}\nD=${A+set}\nE=${UNSET:+set}\nF=${UNSET+set}',
    'A=${UNSET:-${ALSO_UNSET:-inner}}',
    'A=${UNSET:-a:-b}\nB=${UNSET:-postgres://u:p@db:5432/app}',
    'A=$A\nB=x${B}',
    'A=$B\nB=$A',
    'A=$FROM_PROCESS\nIN_BOTH=file\nB=$IN_BOTH',
    'A=cost: $5 or $',
    'A=pa$$word\nB=$A',
    'A=1\nA=2\nB=$A',
    'A: 1\nB: "two" # comment\nexport C: $A\nD:3\nE : 4',
    `DATA_DIR="C:\\data\\"\nAUTH_SECRET=${good}\nNAME="foo"`,
    "A='abc\nB=zzz\nC='x'",
    'A="x\nB=1\n# it"s',
    "A='it's'\nB=''abc\nC='",
    'A="say "hi""\nB="x" y\nC="x" # y\nD="x"#y',
    'A="one\r\ntwo\\nthree"\r\nB=`a\nb`\r\nC=\n"d"\r\n',
  ])('is read as Vite reads it: %j', async (text) => {
    const { folder } = makeSandbox({ ...qwikApp, '.env': text })
    const read = await readEnvironment(folder)
    expect(Object.fromEntries(read)).toEqual(loadEnv('ssr', folder, ''))
  })

  it('is read as Vite reads it, whatever quotes and breaks the file has (seed 20)', async () => {
    const random = new SeededRandom(20)
    const pieces = [
      'A=',
      '\nB=',
      '\nexport C=',
      '"',
      "'",
      '`',
      '\\',
      '#',
      ' ',
      '\n',
      '\r\n',
      'x',
      'D: ',
      'D:',
    ]
    const { folder } = makeSandbox(qwikApp)
    for (let round = 0; round < 400; round++) {
      const count = 2 + random.below(14)
      const text = Array.from({ length: count }, () => pieces[random.below(pieces.length)]).join('')
      writeFileSync(join(folder, '.env'), text)
      const read = Object.fromEntries(await readEnvironment(folder))
      expect(read, JSON.stringify(text)).toEqual(loadEnv('ssr', folder, ''))
    }
  })

  it('may refer to another file', async () => {
    const files = { '.env': 'HOST=a\nURL=http://$HOST', '.env.local': 'HOST=b' }
    const { folder } = makeSandbox({ ...qwikApp, ...files })
    const read = await readEnvironment(folder)
    expect(read.get('URL')).toBe('http://b')
    expect(loadEnv('ssr', folder, '')['URL']).toBe('http://b')
  })

  it('that grows forever does not stop the command', async () => {
    const { folder } = makeSandbox({ ...qwikApp, '.env': 'A=a$B\nB=b$C\nC=c$B' })
    expect((await readEnvironment(folder)).get('A')).toMatch(/^abcbcbc/)
  })

  it('is searched for in a build with and without its references', async () => {
    const { folder } = makeSandbox({
      ...qwikApp,
      '.env': `KEY=${good}\nAPI_SECRET=$KEY-and-more\n`,
    })
    const found = await findSecrets(folder, {})
    const values = found.filter(({ name }) => name === 'API_SECRET').map(({ value }) => value)
    expect(values).toEqual(['$KEY-and-more', `${good}-and-more`])
  })
})

describe('references in .env', () => {
  const init = ['init', '--yes', '--providers', 'github']

  it('count with their value, when init judges a secret', async () => {
    const long = makeSandbox({ ...qwikApp, '.env': `KEY=${good}\nAUTH_SECRET=$KEY\n` })
    expect((await long.run(init)).output).not.toContain('Latchkey refuses AUTH_SECRET')
    const short = makeSandbox({
      ...qwikApp,
      '.env': 'KEY=x\nAUTH_SECRET=${KEY}-ABCDEFGHIJKLMNOPQRS\n',
    })
    expect((await short.run(init)).output).toContain(
      'Latchkey refuses AUTH_SECRET in .env. Expected `secret` to have 32 characters or more, got 21.',
    )
  })

  it('by a $ in quotes that cut a secret short are explained', async () => {
    const sandbox = makeSandbox({
      ...qwikApp,
      '.env': "AUTH_SECRET='abcdefghijklmnop$qrstuvwxyz0123456789abcdef'\n",
    })
    expect((await sandbox.run(init)).output).toContain(
      'Note: Vite replaces $ and the name after it by the value of that variable, in quotes too. Use a secret without $.\n',
    )
  })

  it('to a variable that is not set leave the secret empty, and init says so', async () => {
    const sandbox = makeSandbox({ ...qwikApp, '.env': `AUTH_SECRET=$UNSET\n` })
    expect((await sandbox.run(init)).output).toContain(
      'Note: AUTH_SECRET in .env is empty, because it refers to a variable that is not set. Set that variable, or replace the value by one from npx latchkey secret.\n',
    )
  })

  it('count when init adds the SQLite file to .gitignore', async () => {
    const env = 'DATA_DIR=storage\nDATABASE_URL=file:${DATA_DIR}/auth.sqlite\n'
    const sandbox = makeSandbox({ ...qwikApp, '.env': env })
    await sandbox.run(['init', '--yes', '--providers', 'email'])
    expect(sandbox.read('.gitignore')).toContain('storage/auth.sqlite*\n')
    expect(sandbox.read('.gitignore')).not.toContain('$')
  })

  it('count when migrate would open the SQLite file', async () => {
    const env = 'DATA_DIR=storage\nDATABASE_URL=file:${DATA_DIR}/auth.sqlite\n'
    const sandbox = makeSandbox({ ...qwikApp, '.env': env, ...installedKysely })
    expect((await sandbox.run(['migrate'])).output).toMatch(/^Migrated file:storage\/auth\.sqlite /)
    expect(sandbox.has(join('storage', 'auth.sqlite'))).toBe(true)
    expect(sandbox.has('${DATA_DIR}')).toBe(false)
  })
})

/** The packages of an app that can migrate a SQLite file. */
const installedKysely = Object.fromEntries(
  ['kysely', 'libsql'].flatMap((name) => [
    [`node_modules/${name}/package.json`, '{ "type": "module" }'],
    [
      `node_modules/${name}/index.js`,
      `export * from '${import.meta.resolve(name)}'\n${name === 'libsql' ? `export { default } from '${import.meta.resolve(name)}'` : ''}`,
    ],
  ]),
)
