import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { authAdapter } from './auth-adapter.js'
import { renderAuthPlugin } from './auth-plugin.js'
import type { Choice } from './choice.js'
import type { App } from './find-app.js'
import { ignoreEnv, ignoresEnv } from './gitignore.js'
import { planEnv, planEnvExample } from './plan-env.js'
import { readIfThere } from './read-file.js'
import { secretGroup } from './secret-group.js'
import { findSignInPage } from './sign-in-page.js'
import { renderSignInRoute } from './sign-in-route.js'
import type { LeaveStep, Step, WriteStep } from './step.js'
import { planViteConfig } from './vite-config.js'

/** Plans every change that the app needs. */
export async function planInit(
  app: App,
  choices: readonly Choice[],
  secret: string,
): Promise<readonly Step[]> {
  const { folder } = app
  const groups = [secretGroup(secret), ...choices.flatMap(({ environment }) => environment ?? [])]
  const hasOwnPage = findSignInPage(app, choices).isOwn
  const needsAdapter = choices.some((choice) => choice.needsAdapter)
  const steps = await Promise.all([
    planFile(folder, 'src/routes/plugin@auth.ts', renderAuthPlugin(app, choices)),
    needsAdapter ? planFile(folder, 'src/auth-adapter.ts', authAdapter) : undefined,
    hasOwnPage
      ? planFile(folder, 'src/routes/signin/index.tsx', renderSignInRoute(app))
      : undefined,
    planViteConfig(folder),
    // Comes first, so that a new secret in `.env` cannot be committed.
    planGitignore(folder),
    planEnv(folder, groups),
    planEnvExample(folder, groups),
  ])
  return steps.filter((step) => step !== undefined)
}

async function planFile(
  folder: string,
  path: string,
  text: string,
): Promise<WriteStep | LeaveStep | undefined> {
  const found = await findTwin(folder, path)
  if (found === undefined) {
    const diff = text
      .trimEnd()
      .split('\n')
      .map((line) => `+ ${line}`.trimEnd())
    return { kind: 'write', path, before: undefined, text, diff, isPrivate: false }
  }
  const present = await readIfThere(join(folder, found))
  // Git may have changed the line endings.
  return present?.replaceAll('\r\n', '\n') === text
    ? undefined
    : { kind: 'leave', path: found, text }
}

/** Finds the file, or a file with another extension that Qwik treats the same. */
async function findTwin(folder: string, path: string): Promise<string | undefined> {
  const place = dirname(path)
  const stem = basename(path).replace(/\.\w+$/, '')
  const names = await readdir(join(folder, place)).catch(() => [])
  const twin = names.find(
    (name) => /^\.[jt]sx?$/.test(name.slice(stem.length)) && name.startsWith(stem),
  )
  return twin === undefined ? undefined : `${place}/${twin}`
}

async function planGitignore(folder: string): Promise<WriteStep | undefined> {
  const path = '.gitignore'
  const before = await readIfThere(join(folder, path))
  if (ignoresEnv(before ?? '')) return undefined
  const text = ignoreEnv(before ?? '')
  return { kind: 'write', path, before, text, diff: ['+ .env'], isPrivate: false }
}
