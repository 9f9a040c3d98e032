import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { commands } from '../../../src/cli/commands.js'
import { makeSandbox, qwikApp } from './sandbox.js'

describe('the command line', () => {
  it.each([[[]], [['--help']], [['-h']]])('says what there is with %j', async (args) => {
    const { code, output } = await makeSandbox().run(args)
    expect(output).toContain('npx latchkey init')
    expect(output).toContain('npx latchkey secret')
    expect(code).toBe(0)
  })

  it('explains one command, and does not run it', async () => {
    const sandbox = makeSandbox()
    const { code, output } = await sandbox.run(['init', '--yes', '--help', '-p', 'github'])
    for (const option of ['-p, --providers <ids>', '-d, --database <id>', '--page', '-y, --yes']) {
      expect(output).toContain(option)
    }
    expect(output).not.toContain('npx latchkey secret')
    expect(code).toBe(0)
    expect(sandbox.has('.env')).toBe(false)
  })

  it.each(['--version', '-v'])('tells its version with %s', async (flag) => {
    const { code, output } = await makeSandbox().run([flag])
    expect(output).toBe(`${manifest.version}\n`)
    expect(code).toBe(0)
  })

  // prettier-ignore
  it.each([
    ['inti',                         'Unknown command "inti". Did you mean "init"?'],
    ['deploy',                       'Unknown command "deploy". See npx latchkey --help.'],
    ['--frobnicate',                 'Unknown option "--frobnicate". See npx latchkey --help.'],
    ['secret --frobnicate',          `Unknown option '--frobnicate'. See npx latchkey secret --help.`],
    ['init github',                  'Unexpected argument. See npx latchkey init --help.'],
    ['init --providers',             `Option '-p, --providers <value>' argument missing. See npx latchkey init --help.`],
    ['init --yes=no -p github',      `Option '-y, --yes' does not take an argument. See npx latchkey init --help.`],
    ['init -y -p githib',            'Unknown provider "githib". Did you mean "github"?'],
    ['init -y -p github,frobnicate', 'Unknown provider "frobnicate". See npx latchkey init --list.'],
    ['init -y -p ,',                 'Expected at least one provider, such as github.'],
    ['init -y',                      'Say which providers: npx latchkey init --providers email,password,github'],
    ['init -y -p github -d oracle',  'Unknown database "oracle". Choose sqlite, postgres, mysql, redis, none.'],
    ['init -y -p github -d sqlit',   'Unknown database "sqlit". Did you mean "sqlite"?'],
    ['init -y -p email -d none',     'The provider email needs a database. Choose sqlite, postgres, mysql, redis.'],
    ['init -y -p passkey --page',    'The page that --page writes cannot sign in with passkeys. Leave out --page to use the built-in page, or add the script of latchkey/passkeys to your own page.'],
    ['init',                         'Say which providers: npx latchkey init --providers email,password,github'],
  ])('refuses "%s" in one line', async (line, message) => {
    const sandbox = makeSandbox()
    const { code, output, errors } = await sandbox.run(line.split(' '))
    expect(errors).toBe(`${message}\n`)
    expect(output).toBe('')
    expect(code).toBe(1)
    expect(sandbox.has('.env')).toBe(false)
  })

  it('lists the providers, wherever it is', async () => {
    const { code, output } = await makeSandbox({}).run(['init', '--list'])
    const ids = output.trimEnd().split('\n')
    expect(ids).toEqual([...ids].toSorted())
    expect(ids).toEqual(expect.arrayContaining(['credentials', 'github', 'resend']))
    expect(code).toBe(0)
  })

  it.each([
    ['migrate', 'postgres://ada:hunter2secret@db/app'],
    ['migrate', '-url', 'postgres://ada:hunter2secret@db/app'],
    ['postgres://ada:hunter2secret@db/app'],
    ['secret', 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKhunter2'],
    ['migrate', '--url', 'file:a', 'ada:hunter2'],
    ['migrate', 'hunter2secret'],
    ['secret', '--Zk3vQ0mT8yhunter2'],
  ])('does not repeat an argument that may be a secret: %s %s', async (...args) => {
    const { code, output, errors } = await makeSandbox({}).run(args)
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^(?:Un(?:expected argument|known (?:command|option))\.|Write --database)/,
    )
    expect(output + errors).not.toContain('hunter2')
  })

  it('does not repeat the address of a database that is meant as its name', async () => {
    const args = ['init', '-y', '-p', 'email', '--database', 'postgres://ada:hunter2@db/app']
    const { code, output, errors } = await makeSandbox().run(args)
    expect(code).toBe(1)
    expect(errors).toContain('Write --database postgres, mysql or redis')
    expect(output + errors).not.toContain('hunter2')
  })

  it('names an unknown option, and gives no advice about another one', async () => {
    const { errors } = await makeSandbox({}).run([
      'migrate',
      '--url',
      'postgres://db/a',
      '--dryrun',
    ])
    expect(errors).toBe("Unknown option '--dryrun'. See npx latchkey migrate --help.\n")
  })

  it('says how to pass the address of a database', async () => {
    const { errors } = await makeSandbox({}).run(['migrate', 'postgres://db/app'])
    expect(errors).toContain('Write --url before the address.')
  })

  it('tells in one line what the system refused', async () => {
    const { 'src/routes/index.tsx': _page, ...app } = qwikApp
    const sandbox = makeSandbox({ ...app, 'src/routes': '' })
    const { code, errors } = await sandbox.run(['init', '-y', '-p', 'github'])
    expect(errors).toMatch(/^latchkey: ENOTDIR[^\n]*\n$/)
    expect(code).toBe(1)
  })
})

describe('the page about the command line', () => {
  it('has every command in its table and as a chapter, in the order of --help', () => {
    const page = readFileSync(new URL('../../../docs/reference/cli.md', import.meta.url), 'utf8')
    const namesAt = (pattern: RegExp): readonly (string | undefined)[] =>
      [...page.matchAll(pattern)].map(([, name]) => name)
    const names = commands.map(({ name }) => name)
    expect(namesAt(/^\| \[`npx latchkey (\w+)`\]/gm)).toEqual(names)
    expect(namesAt(/^## `npx latchkey (\w+)`$/gm)).toEqual(names)
  })
})
