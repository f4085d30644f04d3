/* A compiled tool. Build it with `make`; the program beside this file is then the tool native/primes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_prime(long number) {
  if (number < 2) return 0;
  for (long divisor = 2; divisor * divisor <= number; divisor += 1)
    if (number % divisor == 0) return 0;
  return 1;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    puts("{\"title\": \"Primes\", \"description\": \"Lists the primes up to a number.\"}");
    fputs("{\"up_to\": {\"description\": \"The last number to look at\", \"required\": true,"
          " \"value_type\": \"integer\", \"size\": {\"min\": 2, \"max\": 1000000}}}\n",
          stderr);
    return 0;
  }
  const char *given = getenv("up_to");
  long last = given == NULL ? 0 : strtol(given, NULL, 10);
  const char *gap = "";
  for (long number = 2; number <= last; number += 1) {
    if (!is_prime(number)) continue;
    printf("%s%ld", gap, number);
    gap = " ";
  }
  puts("");
  return 0;
}
