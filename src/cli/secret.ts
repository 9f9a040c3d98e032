import { join, relative } from 'node:path'
import type { Command, GivenOptions } from './command.js'
import { findOutsideTarget } from './env-link.js'
import { describeValue, explainOutside } from './env-notices.js'
import { sharedMode } from './file-mode.js'
import { findPackage } from './find-package.js'
import { planGitignore } from './gitignore.js'
import { chooseEnvPath, planEnv, type EnvPath } from './plan-env.js'
import { randomSecret } from './random-secret.js'
import { requireWritable } from './require-writable.js'
import { secretGroup } from './secret-group.js'
import type { WriteStep } from './step.js'
import type { Terminal } from './terminal.js'
import { writeStep } from './write-step.js'

/** `npx latchkey secret` */
export const secretCommand: Command = {
  name: 'secret',
  summary: 'Creates the secret that encrypts the sessions of your app.',
  options: [{ name: 'write', summary: 'puts it into .env of the app, unless one is there' }],
  run: runSecret,
}

async function runSecret(
  { flags }: GivenOptions,
  start: string,
  terminal: Terminal,
): Promise<number> {
  const secret = randomSecret()
  if (!flags.has('write')) {
    terminal.print(`AUTH_SECRET=${secret}`)
    return 0
  }
  const folder = findPackage(start) ?? start
  const path = await chooseEnvPath(folder)
  const step = await planEnv(folder, path, [secretGroup(secret)])
  if (!step) {
    terminal.print('AUTH_SECRET is already set, so nothing was changed.')
    return printProblems(folder, path, terminal)
  }
  const ignore = await planGitignore(folder, [path])
  await requireWritable(folder, [...(ignore ? [ignore] : []), step])
  if (ignore) {
    await writeStep(folder, ignore)
    terminal.print(
      `${path} was added to .gitignore, because an attacker with the secret can sign in as any user.`,
    )
  }
  await writeStep(folder, step)
  const isShared = (await sharedMode(join(folder, path))) !== undefined
  for (const line of describeWrite(step, relative(start, join(folder, path)), isShared)) {
    terminal.print(line)
  }
  const outside = await findOutsideTarget(folder, path)
  if (outside !== undefined) terminal.print(explainOutside(path, outside))
  return printProblems(folder, path, terminal)
}

/** Prints why the secret that the dev server reads does not work. Resolves with the exit code. */
async function printProblems(folder: string, path: EnvPath, terminal: Terminal): Promise<number> {
  const problems = await describeValue(folder, path)
  for (const problem of problems) terminal.print(problem)
  return problems.length === 0 ? 0 : 1
}

/** The step may only make the file private, if the secret is already there. */
function describeWrite(
  { before, text, diff }: WriteStep,
  path: string,
  isShared: boolean,
): readonly string[] {
  return [
    before === text
      ? `AUTH_SECRET is already set in ${path}, so it was not changed.`
      : `AUTH_SECRET was written to ${path}.`,
    ...(diff.some((line) => line.startsWith('- mode'))
      ? [
          isShared
            ? `Other users may be able to read ${path}, because its drive does not store modes.`
            : `Other users could read ${path}. Its mode is now 0600.`,
        ]
      : []),
  ]
}
