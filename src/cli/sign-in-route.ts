import type { App } from './find-app.js'

/** The content of the sign-in page. It reads the list of providers from the config. */
export function renderSignInRoute({ framework, hasMain }: App): string {
  const landmark = hasMain ? 'section' : 'main'
  return `import { component$ } from "${framework.core}";
import { Form, routeLoader$ } from "${framework.router}";
import type { DocumentHead } from "${framework.router}";
import { findAuthConfig } from "${framework.door}";
import { describeSignIn } from "latchkey/core";
import { useSession, useSignIn, useSignOut } from "../plugin@auth";

export const head: DocumentHead = { title: "Sign in" };

// Loads the providers of plugin@auth.ts, and the error of the last attempt.
export const useSignInPage = routeLoader$(async (event) => {
  const config = await findAuthConfig(event);
  return describeSignIn(event.request, config, { language: "en" });
});

export default component$(() => {
  const session = useSession();
  return <${landmark}>{session.value?.user ? <SignedIn /> : <SignIn />}</${landmark}>;
});

const SignIn = component$(() => {
  const page = useSignInPage();
  const signIn = useSignIn();
  const { error, providers, callbackUrl } = page.value;

  // After a failed sign-in, the form keeps its fields and its target page.
  const typed = (name: string) => {
    const value = signIn.formData?.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const redirectTo = typed("redirectTo") ?? callbackUrl ?? "/";

  const problems: string[] = [];
  if (signIn.value?.failed) {
    const { formErrors, fieldErrors } = signIn.value;
    problems.push(...formErrors);
    for (const words of Object.values(fieldErrors)) {
      problems.push(...(words ?? []));
    }
  } else if (error) {
    problems.push(\`\${error.title}.\`, error.sentence);
  }

  return (
    <>
      <h1>Sign in</h1>
      {problems.length > 0 && (
        <p id="problems" role="alert">
          {problems.join(" ")}
        </p>
      )}
      {providers.map(({ id, type, label, fields }) => (
        <Form key={id} action={signIn}>
          <input type="hidden" name="providerId" value={id} />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          {fields.map((field) => (
            <p key={field.name}>
              <label for={\`\${id}-\${field.name}\`}>{field.label}</label>{" "}
              <input
                {...field.attributes}
                id={\`\${id}-\${field.name}\`}
                name={field.name}
                type={field.type}
                value={
                  field.type === "password" ? undefined : typed(field.name)
                }
                aria-describedby={problems.length > 0 ? "problems" : undefined}
              />
            </p>
          ))}
          <button>{type === "credentials" ? "Sign in" : label}</button>
        </Form>
      ))}
    </>
  );
});

const SignedIn = component$(() => {
  const session = useSession();
  const signOut = useSignOut();
  const user = session.value?.user;
  return (
    <>
      <h1>You are signed in</h1>
      <p>as {user?.name ?? user?.email}</p>
      <Form action={signOut}>
        <button>Sign out</button>
      </Form>
    </>
  );
});
`
}
