import { findRedis } from "./support/find-redis.mjs"

const machine = (env: NodeJS.ProcessEnv, ...programs: string[]) => ({
  env,
  exists: (path: string) => programs.includes(path),
})

describe("findRedis", () => {
  it("takes the one of REDIS_SERVER before any other", () => {
    const env = { REDIS_SERVER: "/opt/redis", PATH: "/usr/bin" }
    expect(findRedis(machine(env, "/opt/redis", "/usr/bin/redis-server"))).toBe("/opt/redis")
  })

  it("takes no other when REDIS_SERVER names nothing", () => {
    const env = { REDIS_SERVER: "/opt/redis", PATH: "/usr/bin" }
    expect(() => findRedis(machine(env, "/usr/bin/redis-server"))).toThrow("/opt/redis")
  })

  it("finds one on the path, in the path's order", () => {
    expect(findRedis(machine({ PATH: "/a:/b:/c" }, "/c/redis-server", "/b/redis-server"))).toBe("/b/redis-server")
  })

  it("finds one in the usual places that are not on the path", () => {
    expect(findRedis(machine({ PATH: "/a" }, "/usr/local/bin/redis-server"))).toBe("/usr/local/bin/redis-server")
  })

  it("answers nothing where there is none", () => {
    expect(findRedis(machine({ PATH: "/a" }))).toBeUndefined()
  })
})
