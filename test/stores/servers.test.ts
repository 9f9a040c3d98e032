import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { createClient } from 'redis'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findDatabases } from '../../scripts/databases.mjs'
import { patient } from '../support/patient.js'
import { describeWith } from '../support/servers/describe-with.js'
import { startMariadb } from '../support/servers/mariadb.js'
import { startPostgres } from '../support/servers/postgres.js'
import { startRedis } from '../support/servers/redis.js'

/** Keeps one note in the database of a URL. */
interface Notebook {
  write(url: string, note: string): Promise<void>
  read(url: string): Promise<string | undefined>
}

const notebooks = { postgres: postgresNotes(), mariadb: mariadbNotes(), redis: redisNotes() }
const starts = { postgres: startPostgres, mariadb: startMariadb, redis: startRedis }

describe.each(['postgres', 'mariadb', 'redis'] as const)('the server for %s', (kind) => {
  const notes = notebooks[kind]

  describeWith(kind, 'that all tests share', (server) => {
    it('gives everyone who asks a database of their own', async () => {
      const ask = () => server.createDatabase('Same name, "twice"')
      const [here, there] = await Promise.all([ask(), ask()])
      await notes.write(here, 'here')
      await notes.write(there, 'there')
      expect([await notes.read(here), await notes.read(there)]).toEqual(['here', 'there'])
    })

    it('refuses a connection without the password', async () => {
      const url = Object.assign(new URL(server.url), { password: 'guess' }).href
      await expect(notes.write(url, 'note')).rejects.toThrow(/password|denied|WRONGPASS/i)
    })
  })

  describeWith(kind, 'that a test has for itself', () => {
    it('comes back after an outage, at the same address and with its data', async () => {
      const server = await starts[kind]()
      onTestFinished(() => server.remove())
      const url = await server.createDatabase('outage')
      await notes.write(url, 'before')
      await server.stop()
      await expect(notes.read(url)).rejects.toThrow(/ECONNREFUSED/)
      await server.start()
      expect(await notes.read(url)).toBe('before')
    })
  })
})

describe('the keeper of a server', () => {
  it('ends the server and removes its folder when the process that it works for is killed', async () => {
    const serve = [
      `require('fs').writeFileSync('pid', String(process.pid))`,
      'setInterval(Date, 99)',
    ]
    const orders = [
      { open: { prefix: join(tmpdir(), 'latchkey-kept-') } },
      { serve: { command: process.execPath, args: ['-e', serve.join(';')], endWith: 'SIGTERM' } },
    ]
    const master = spawn(process.execPath, ['-e', `(${giveOrders})(${JSON.stringify(orders)})`], {
      env: {
        ...process.env,
        KEEPER: fileURLToPath(new URL('../support/servers/keeper.mjs', import.meta.url)),
      },
    })
    const folder = await new Promise<string>((resolve) => {
      master.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    })
    const pid = await vi.waitFor(() => {
      const text = readFileSync(join(folder, 'pid'), 'utf8')
      expect(text).not.toBe('')
      return Number(text)
    }, patient)
    master.kill('SIGKILL')
    await vi.waitFor(
      () => expect([existsSync(folder), isAlive(pid)]).toEqual([false, false]),
      patient,
    )
  })
})

describe('the search for servers', () => {
  it('says what to do when the named folder has none', () => {
    vi.stubEnv('REDIS_BIN', emptyFolder())
    const { redis, missing } = findDatabases()
    expect(redis).toBeUndefined()
    expect(missing.find(({ kind }) => kind === 'redis')?.cure).toMatch(/^REDIS_BIN is /)
  })

  // prettier-ignore
  it.each([
    ['Redis server v=6.0.16 sha=00000000:0',   false],
    ['Redis server v=6.2.0 sha=00000000:0',    true],
    ['Redis server v=10.0.1 sha=00000000:0',   true],
    ['Segmentation fault',                     false],
  ])('takes a program that says "%s": %s', (version, isTaken) => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'redis-server'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
    vi.stubEnv('REDIS_BIN', folder)
    expect(findDatabases().redis !== undefined).toBe(isTaken)
  })

  function emptyFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-bin-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    onTestFinished(() => void vi.unstubAllEnvs())
    return folder
  }
})

/** Runs in a process of its own, as text. */
const giveOrders = `(orders) => {
  const keeper = require('child_process').fork(process.env.KEEPER, { detached: true })
  keeper.send(orders[0])
  keeper.once('message', ({ answer }) => {
    console.log(answer)
    keeper.send(orders[1])
  })
}`

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function postgresNotes(): Notebook {
  return {
    async write(url, note) {
      await query(url, 'CREATE TABLE notes (note text)')
      await query(url, 'INSERT INTO notes VALUES ($1)', [note])
    },
    read: async (url) => (await query(url, 'SELECT note FROM notes'))[0]?.note,
  }

  async function query(url: string, text: string, values: string[] = []) {
    const client = new Client(url)
    await client.connect()
    try {
      return (await client.query<{ note: string }>(text, values)).rows
    } finally {
      await client.end()
    }
  }
}

function mariadbNotes(): Notebook {
  return {
    async write(url, note) {
      await query(url, 'CREATE TABLE notes (note text)')
      await query(url, 'INSERT INTO notes VALUES (?)', [note])
    },
    async read(url) {
      const rows = await query(url, 'SELECT note FROM notes')
      return (rows as { note: string }[])[0]?.note
    },
  }

  async function query(url: string, text: string, values: string[] = []) {
    const connection = await createConnection(url)
    try {
      return (await connection.query(text, values))[0]
    } finally {
      await connection.end()
    }
  }
}

function redisNotes(): Notebook {
  return {
    write: async (url, note) => void (await send(url, 'SET', 'note', note)),
    read: async (url) => (await send(url, 'GET', 'note')) ?? undefined,
  }

  async function send(url: string, ...command: string[]) {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => {})
    await client.connect()
    const answer = await client.sendCommand<string | null>(command)
    client.destroy()
    return answer
  }
}
