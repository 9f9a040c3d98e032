import type { EnvEntry } from '../parse-env.js'

/**
 * An assignment in a Dockerfile, a compose file, a manifest of Kubernetes, TOML or JSON. Kubernetes
 * writes the name and the value on two lines.
 */
const assignment =
  /(?<![\w$])((?:NEXT)?AUTH_\w+)(?:["']?[ \t]*[:=][ \t]*|["']?[ \t]*\r?\n[ \t]*value:[ \t]*)(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"',#]+))/g

/** Reads the variables of Auth.js that a file of a deployment sets. References to others are left out. */
export function parseDeployment(text: string): readonly EnvEntry[] {
  const found = text.replaceAll(/^\s*#.*$/gm, '').matchAll(assignment)
  return [...found]
    .map(([, name = '', double, single, bare]) => ({
      name,
      value: double ?? single ?? bare ?? '',
    }))
    .filter(({ value }) => !/\$|\{\{/.test(value))
}
