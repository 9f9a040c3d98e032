/** An error of the compiler. */
export interface CompileError {
  readonly path: string
  readonly line: number
  readonly message: string
}

/** Reads the output of `tsc`. Throws if the compiler failed without an error in a file, as in a crash. */
export function readCompileErrors(ended: {
  readonly code: number
  readonly output: string
}): readonly CompileError[] {
  const found = ended.output.matchAll(/^(\S+)\((\d+),\d+\): (error .*)$/gm)
  const errors = [...found].map(([, path = '', line, message = '']) => ({
    path,
    line: Number(line),
    message,
  }))
  if (ended.code !== 0 && errors.length === 0) {
    throw new Error(`tsc exited with ${ended.code}: ${ended.output}`)
  }
  return errors
}
