import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Whom to run a server as where we are root: PostgreSQL and MariaDB refuse that, for good reasons. */
export function findOwner(users: readonly string[]): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const passwd = readFileSync('/etc/passwd', 'utf8')
  for (const user of [...users, 'nobody']) {
    const [, uid, gid] = new RegExp(`^${user}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('Root may not run a database, and there is no user "nobody" to run it as.')
}

/** A folder that the owner can get to: TMPDIR may be below the home of root. */
export function temporaryFolder(owner: Owner | undefined): string {
  return owner && !isOpen(tmpdir()) ? '/tmp' : tmpdir()
}

/** Below the ports that outgoing connections get: still free when a stopped server comes back. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) return port
  }
}

function isOpen(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpen(dirname(folder))
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
