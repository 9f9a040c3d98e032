/** The names that a visitor entered in a sign-in form that failed. A password is never one. */
export interface EnteredNames {
  readonly providerId: string
  /** The values by the names of their fields. */
  readonly values: Readonly<Record<string, string>>
}
