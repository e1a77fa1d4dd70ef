import { type MutateOptions, type UseMutationOptions, useMutation } from "@tanstack/react-query"
import { useRef } from "react"

/**
 * Runs a function, or returns null if one is already running. A disabled button isn't enough, because React disables it only on the next render,
 * which comes after a double click.
 */
export function useOnce() {
  const running = useRef(false)
  return async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (running.current) return null
    running.current = true
    try {
      return await work()
    } finally {
      running.current = false
    }
  }
}

/** A mutation whose `mutate` does nothing while an earlier call is still unanswered. */
export function useMutationOnce<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const once = useOnce()
  const { mutateAsync, ...mutation } = useMutation(options)
  // Callers are notified of failures through `error` and the callbacks.
  const mutate = (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) =>
    void once(() => mutateAsync(variables, callbacks).catch(() => null))
  return { ...mutation, mutate }
}
