/* A sequential program that ends, or lives on, in the way its first argument says. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 300 };
static double a[N][N];

__attribute__((noinline)) static void sweep(int n)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i][j] * 0.5 + a[i - 1][j] * 0.3 + a[i][j - 1] * 0.2;
}

static void run(const char *when)
{
    double sum = 0;
    for (int i = 0; i < N * N; i++)
        (&a[0][0])[i] = i % 23 * 0.37;
    sweep(N);
    for (int i = 0; i < N * N; i++)
        sum += (&a[0][0])[i];
    printf("%s %.17g\n", when, sum);
    fflush(stdout);
}

static FILE *file;
static void close_file(void) { fprintf(file, "complete\n"); fclose(file); }
static void run_late(void) { run("late"); }
static void run_in_handler(int number) { (void)number; run("handler"); }
static void *run_in_thread(void *unused) { run("thread"); return unused; }
static void *exit_in_thread(void *unused) { usleep(100000); run("thread"); exit(8); return unused; }
static void *slow_thread(void *unused) { usleep(300000); run("thread"); return unused; }
__attribute__((constructor)) static void run_early(void) { run("early"); }

static int in_children(void)
{
    int status, sum = 0;
    for (int i = 1; i < 4; i++)
        if (fork() == 0) {
            run("child");
            exit(i);
        }
    while (wait(&status) > 0)
        sum += WEXITSTATUS(status);
    return sum;
}

static int by_pipe(void)
{
    char line[100] = "";
    FILE *pipe = popen("cat", "w");
    fprintf(pipe, "to a command\n");
    pclose(pipe);
    pipe = popen("echo from a command; exit 3", "r");
    if (fgets(line, sizeof line, pipe))
        fputs(line, stdout);
    fflush(stdout);
    return WEXITSTATUS(pclose(pipe));
}

static int by_vfork(void)
{
    int status = 0;
    if (vfork() == 0) {
        execl("/bin/sh", "sh", "-c", "exit 4", (char *)0);
        _exit(1);
    }
    wait(&status);
    run("after");
    return WEXITSTATUS(status);
}

static int counted(void)
{
    char line[100];
    int n = 0;
    while (fgets(line, sizeof line, stdin))
        n++;
    return n;
}

static int in_pthread(void *(*body)(void *), int joins)
{
    pthread_t thread;
    if (pthread_create(&thread, 0, body, 0) != 0)
        return 1;
    if (!joins)
        pthread_exit(0);
    pthread_join(thread, 0);
    run("after");
    return 5;
}

static int become(const char *how)
{
    char *const words[] = {"sh", "-c", "echo another; exit $0", "0", 0};
    if (!strcmp(how, "execl"))
        execl("/bin/sh", "sh", "-c", "echo another; exit 6", (char *)0);
    else if (!strcmp(how, "execvp"))
        execvp("sh", words);
    else if (!strcmp(how, "execle"))
        execle("/bin/sh", "sh", "-c", "echo $X; exit 7", (char *)0, (char *[]){"X=y", 0});
    else
        execlp("not-to-be-found", "x", "y", (char *)0);
    printf("errno %d\n", errno);
    run("after");
    return 9;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    run("first");
    if (!strncmp(how, "exec", 4))
        return become(how);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "segv"))
        raise(SIGSEGV);
    if (!strcmp(how, "kill"))
        raise(SIGKILL);
    if (!strcmp(how, "term"))
        raise(SIGTERM);
    if (!strcmp(how, "file")) {
        file = fopen(argv[2], "w");
        atexit(close_file);
        return 4;
    }
    if (!strcmp(how, "late")) {
        atexit(run_late);
        return 2;
    }
    if (!strcmp(how, "handler")) {
        signal(SIGUSR1, run_in_handler);
        raise(SIGUSR1);
    }
    if (!strcmp(how, "children"))
        return in_children();
    if (!strcmp(how, "pipe"))
        return by_pipe();
    if (!strcmp(how, "system"))
        return WEXITSTATUS(system("exit 9"));
    if (!strcmp(how, "vfork"))
        return by_vfork();
    if (!strcmp(how, "input"))
        return counted();
    if (!strcmp(how, "thread"))
        return in_pthread(run_in_thread, 1);
    if (!strcmp(how, "thread-exits"))
        return in_pthread(exit_in_thread, 1);
    if (!strcmp(how, "last-thread"))
        return in_pthread(slow_thread, 0);
    if (!strcmp(how, "closed")) {
        fclose(stdin);
        fclose(stdout);
        close(2);
        return 1;
    }
    if (!strcmp(how, "sleep")) {
        sleep((unsigned)atoi(argv[2]));
        run("after");
    }
    return 0;
}
