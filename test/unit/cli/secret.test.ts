import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeSandbox } from './sandbox.js'

const secret = /^AUTH_SECRET=([\w+/]{44})$/m

describe('latchkey secret', () => {
  it('prints another secret each time, and writes nothing', async () => {
    const sandbox = makeSandbox({})
    const lines = [await sandbox.run(['secret']), await sandbox.run(['secret'])]
    expect(lines.map(({ code }) => code)).toEqual([0, 0])
    const [first, second] = lines.map(({ output }) => secret.exec(output)?.[1])
    expect(Buffer.from(first ?? '', 'base64')).toHaveLength(33)
    expect(second).not.toBe(first)
    expect(sandbox.has('.env')).toBe(false)
  })

  it('--write puts a secret into a new .env without printing it, and makes git ignore the file', async () => {
    const sandbox = makeSandbox({})
    const { code, output } = await sandbox.run(['secret', '--write'])
    expect(code).toBe(0)
    expect(sandbox.read('.env')).toMatch(secret)
    expect(output).not.toContain(secret.exec(sandbox.read('.env'))?.[1])
    expect(output).toContain('.env was added to .gitignore')
    expect(sandbox.read('.gitignore')).toBe('.env\n')
  })

  it.each([0o600, 0o644])('--write says that the secret in .env is refused: %s', async (mode) => {
    const sandbox = makeSandbox({ '.env': 'AUTH_SECRET=short\n', '.gitignore': '.env\n' })
    chmodSync(join(sandbox.folder, '.env'), mode)
    const { code, output } = await sandbox.run(['secret', '--write'])
    expect(code).toBe(1)
    expect(output).toContain('already set')
    expect(output).toContain(
      'Latchkey refuses AUTH_SECRET in .env. Expected `secret` to have 32 characters or more, got 5. Replace it by',
    )
    expect(sandbox.read('.env')).toBe('AUTH_SECRET=short\n')
  })

  it('--write finds the app from a folder inside of it, and says where .env is', async () => {
    const sandbox = makeSandbox({ 'package.json': '{}', 'src/routes/index.tsx': '' })
    const { output } = await sandbox.run(['secret', '--write'], { from: 'src/routes' })
    expect(sandbox.read('.env')).toMatch(secret)
    expect(sandbox.has('src/routes/.env')).toBe(false)
    expect(output).toContain(`AUTH_SECRET was written to ${join('../../.env')}.`)
  })

  it.skipIf(process.platform === 'win32')('keeps a new .env from others', async () => {
    const sandbox = makeSandbox({})
    await sandbox.run(['secret', '--write'])
    expect(statSync(join(sandbox.folder, '.env')).mode & 0o777).toBe(0o600)
  })

  it.each(['.env', '/.env', '.env*', '*.env', 'dist\r\n.env\r\n'])(
    'says nothing of git when .gitignore has %j',
    async (ignored) => {
      const { output } = await makeSandbox({ '.gitignore': ignored }).run(['secret', '--write'])
      expect(output).toBe('AUTH_SECRET was written to .env.\n')
    },
  )

  it.each(['.env', '.env.local'])('leaves the one that is in %s', async (file) => {
    const text = 'export AUTH_SECRET = "Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE"'
    const sandbox = makeSandbox({ [file]: text })
    const { code, output } = await sandbox.run(['secret', '--write'])
    expect(output).toContain('AUTH_SECRET is already set')
    expect(code).toBe(0)
    expect(sandbox.read(file)).toBe(text)
    expect(sandbox.has('.env')).toBe(file === '.env')
  })

  it('adds to what is there, in the way it is written', async () => {
    const sandbox = makeSandbox({ '.env': 'A=1\r\n# AUTH_SECRET=no\r\nB=2' })
    await sandbox.run(['secret', '--write'])
    expect(sandbox.read('.env')).toMatch(
      /^A=1\r\n# AUTH_SECRET=no\r\nB=2\r\n\r\n# [^\r\n]+\r\nAUTH_SECRET=[\w+/]{44}\r\n$/,
    )
  })

  it.each(['', ' ', '""', `''`])('fills in one that is AUTH_SECRET=%s', async (value) => {
    const sandbox = makeSandbox({ '.env': `A=1\nexport AUTH_SECRET=${value}\nB=2\n` })
    await sandbox.run(['secret', '--write'])
    expect(sandbox.read('.env')).toMatch(/^A=1\nexport AUTH_SECRET=[\w+/]{44}\nB=2\n$/)
  })

  it('keeps the comment behind an empty one', async () => {
    const sandbox = makeSandbox({ '.env': 'A=1\nexport AUTH_SECRET= # later\nB=2\n' })
    await sandbox.run(['secret', '--write'])
    expect(sandbox.read('.env')).toMatch(/^A=1\nexport AUTH_SECRET=[\w+/]{44} # later\nB=2\n$/)
  })
})
