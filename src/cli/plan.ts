import { join } from 'node:path'
import { renderAuthPlugin } from './auth-plugin.js'
import { findTwin } from './find-twin.js'
import { planGitignore } from './gitignore.js'
import { diffLines } from './move/line-diff.js'
import { planEnv, planEnvExample } from './plan-env.js'
import { isForAuthJs, pluginPath } from './plugin-place.js'
import { ignorePatternOf } from './databases/sqlite-path.js'
import { readEnvironment } from './read-environment.js'
import { readIfThere } from './read-file.js'
import { secretGroup } from './secret-group.js'
import type { Setup } from './setup.js'
import { renderSignInRoute, signInRoute, signInStyles } from './sign-in-route.js'
import type { LeaveStep, Step, WriteStep } from './step.js'
import { renderViteExample } from './vite-example.js'

/** Plans every change that the app needs. */
export async function planInit(setup: Setup, secret: string): Promise<readonly Step[]> {
  const { app, choices, database, page, plugin, envPath } = setup
  const { folder } = app
  const environments = [...choices, ...(database ? [database] : [])]
  const groups = [
    secretGroup(secret),
    ...environments.flatMap(({ environment }) => environment ?? []),
  ]
  const files = {
    ...(!plugin.isOther && { [pluginPath]: renderAuthPlugin(setup) }),
    ...(database && { 'src/auth-adapter.ts': database.adapter }),
    ...(page.isOwn && {
      [signInRoute]: renderSignInRoute(setup),
      'src/routes/signin/sign-in.css': signInStyles,
    }),
  }
  const code = await Promise.all(
    Object.entries(files).map(([path, text]) => planFile(folder, path, text)),
  )
  const environment = await Promise.all([
    // Comes first, so that a new secret cannot be committed.
    planGitignore(folder, [envPath, ...(await listDatabaseFiles(setup))]),
    planEnv(folder, envPath, groups),
    planEnvExample(folder, groups),
  ])
  const left = plugin.isOther ? [leaveInstance(setup)] : []
  const steps = [...code, planViteConfig(setup), ...environment]
  return [...left, ...steps.filter((step) => step !== undefined)]
}

/** `DATABASE_URL` may already name a SQLite file elsewhere in the app. */
async function listDatabaseFiles({ app, database }: Setup): Promise<readonly string[]> {
  if (database?.id !== 'sqlite') return database?.files ?? []
  const url = (await readEnvironment(app.folder)).get(database.variable) ?? ''
  const own = ignorePatternOf(app.folder, url)
  return own === undefined ? database.files : [...database.files, own]
}

function planViteConfig({ app, vite }: Setup): Step | undefined {
  if (vite.kind === 'edit') {
    const { path, before, text } = vite
    const diff = diffLines(before, text)
    return { kind: 'write', path, before, text, diff, isPrivate: false }
  }
  if (vite.kind !== 'unclear') return undefined
  const { path, reason } = vite
  const notice = `${path} is left as it is, because ${reason}. Add the plugin before Qwik's:`
  return { kind: 'leave', path, notice, text: renderViteExample(app.framework) }
}

function leaveInstance(setup: Setup): LeaveStep {
  const { path, mistake } = setup.plugin
  const notice = mistake
    ? `${mistake.reason} ${mistake.cure} The file is left as it is. ${compare}`
    : `${path} already starts Latchkey, and is left as it is. ${compare}`
  return { kind: 'leave', path, notice, text: renderAuthPlugin(setup) }
}

const compare = 'Here is ours, to compare:'

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
    : { kind: 'leave', path: found, notice: explainLeft(found, present), text }
}

function explainLeft(path: string, text: string | undefined): string {
  const advice = isForAuthJs(text) ? ' To move it from Auth.js, run npx latchkey move.' : ''
  return `${path} is there, and is left as it is.${advice} ${compare}`
}
