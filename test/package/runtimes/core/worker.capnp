using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    # The identity provider of the tests is on this machine, which workerd keeps from workers.
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);

# Without `nodejs_compat`: nothing here needs Node.
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "../dist/worker-core/worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "AUTH_SECRET", fromEnvironment = "AUTH_SECRET"),
    (name = "AUTH_OP_ISSUER", fromEnvironment = "AUTH_OP_ISSUER"),
  ],
);
