# The logs by their days, for every script of this project.
# shellcheck shell=bash

LOG_FOLDER="${MCPBASH_PROJECT_ROOT}/logs"

# DAY: prints the path of its log; status 1 where there is none.
log_of_day() {
  local day_pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
  if [[ ! $1 =~ ${day_pattern} || ! -f ${LOG_FOLDER}/$1.log ]]; then return 1; fi
  printf '%s\n' "${LOG_FOLDER}/$1.log"
}

# Prints every day that has a log, one a line.
log_days() {
  local file
  for file in "${LOG_FOLDER}"/*.log; do
    file="${file##*/}"
    printf '%s\n' "${file%.log}"
  done
}
