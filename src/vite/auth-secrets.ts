import { loadEnv } from 'vite'
import { hasPassword, mayBeSecret, type Variable } from './secret-variable.js'

/** The part of Vite's config that says which variables it reads and publishes. */
export interface EnvConfig {
  readonly mode: string
  readonly envDir: string | false
  readonly envPrefix?: string | readonly string[] | undefined
}

/** A shorter value may be a placeholder, which can be a word of the app's own code. */
const shortestSecret = 16

/** Lists the secrets that the build's environment contains. */
export function findSecrets({ mode, envDir }: EnvConfig): readonly Variable[] {
  const found = envDir === false ? process.env : loadEnv(mode, envDir, '')
  return Object.entries(found)
    .map(([name, value = '']) => ({ name, value }))
    .filter((one) => mayBeSecret(one) && one.value.length >= shortestSecret)
}

/**
 * Whether no file of the browser may contain a secret of the environment: one of Latchkey or its
 * providers, a URL with a password, or one whose name is among the words of the config's modules.
 */
export function mustBeHidden(variable: Variable, words: ReadonlySet<string>): boolean {
  const { name } = variable
  return alwaysHidden(variable) || (words.has(name) && !publicKey.test(name))
}

/** Whether no option allows a secret of the environment in the browser's files. */
export function alwaysHidden({ name, value }: Variable): boolean {
  return isOfAuth(name) || hasPassword(value)
}

/** `STRIPE_PUBLISHABLE_KEY` */
const publicKey = /PUBLIC|PUBLISHABLE/i

function isOfAuth(name: string): boolean {
  return name.startsWith('AUTH_')
}

/**
 * Explains an `envPrefix` with which Vite puts a secret into `import.meta.env`. Returns undefined if
 * no prefix does.
 */
export function explainEnvPrefix(
  { envPrefix = [] }: EnvConfig,
  secrets: readonly Variable[],
): string | undefined {
  const names = ['AUTH_SECRET', ...secrets.map(({ name }) => name).filter(isOfAuth)]
  for (const prefix of [envPrefix].flat()) {
    const published = names.find((name) => name.startsWith(prefix))
    if (published !== undefined) {
      return `\`envPrefix\` contains '${prefix}', so Vite publishes ${published} in \`import.meta.env\`. Use a prefix that only public variables have.`
    }
  }
  return undefined
}
