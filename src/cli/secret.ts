import { join } from 'node:path'
import type { Command, GivenOptions } from './command.js'
import { ignoresEnv } from './gitignore.js'
import { planEnv } from './plan-env.js'
import { randomSecret } from './random-secret.js'
import { readIfThere } from './read-file.js'
import { secretGroup } from './secret-group.js'
import type { Terminal } from './terminal.js'
import { writeStep } from './write-step.js'

/** `npx latchkey secret` */
export const secretCommand: Command = {
  name: 'secret',
  summary: 'Creates the secret that encrypts the sessions of your app.',
  options: [{ name: 'write', summary: 'puts it into .env, unless one is there' }],
  run: runSecret,
}

async function runSecret(
  { flags }: GivenOptions,
  folder: string,
  terminal: Terminal,
): Promise<number> {
  const secret = randomSecret()
  if (!flags.has('write')) {
    terminal.print(`AUTH_SECRET=${secret}`)
    return 0
  }
  const step = await planEnv(folder, [secretGroup(secret)])
  if (!step) {
    terminal.print('AUTH_SECRET is already set, so nothing was changed.')
    return 0
  }
  await writeStep(folder, step)
  terminal.print('AUTH_SECRET was written to .env.')
  if (!ignoresEnv((await readIfThere(join(folder, '.gitignore'))) ?? '')) {
    terminal.print(
      'Add .env to .gitignore, because an attacker with the secret can sign in as any user.',
    )
  }
  return 0
}
