import { type MutateOptions, type UseMutationOptions, useMutation } from "@tanstack/react-query"
import { useRef } from "react"

/** Runs a task, or returns null while one is under way. React switches a button off with its next render, which comes after a double click. */
export function useOnce() {
  const underWay = useRef(false)
  return async <Result>(task: () => Promise<Result>): Promise<Result | null> => {
    if (underWay.current) return null
    underWay.current = true
    try {
      return await task()
    } finally {
      underWay.current = false
    }
  }
}

/** A mutation whose `mutate` sends nothing while an earlier one has no answer yet. */
export function useMutationOnce<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const once = useOnce()
  const { mutateAsync, ...mutation } = useMutation(options)
  // A failure is told by `error` and the callbacks.
  const mutate = (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) =>
    void once(() => mutateAsync(variables, callbacks).catch(() => null))
  return { ...mutation, mutate }
}
